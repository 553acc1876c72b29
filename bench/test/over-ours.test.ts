import { expect, it } from 'vitest';
import { overOurs } from '../src/over-ours.ts';

it('holds ours against each of the others, round by round, to what that one may be asked', () => {
  const rounds = [
    new Map([
      ['harness', 1],
      ['s6', 2],
      ['pm2', 4],
    ]),
    new Map([
      ['harness', 3],
      ['s6', 6],
      ['pm2', 5],
    ]),
  ];
  const most = (peer: string): number | undefined => (peer === 'pm2' ? 0.75 : undefined);
  expect(overOurs(rounds, { what: 'memory', unit: 'MB', most })).toEqual([
    {
      what: 'memory, over s6',
      unit: 'MB',
      rounds: [
        { ours: 1, yardstick: 2 },
        { ours: 3, yardstick: 6 },
      ],
    },
    {
      what: 'memory, over pm2',
      unit: 'MB',
      rounds: [
        { ours: 1, yardstick: 4 },
        { ours: 3, yardstick: 5 },
      ],
      target: { of: 'ratio', most: 0.75 },
    },
  ]);
});
