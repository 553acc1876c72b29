import { describe, expect, it } from 'vitest';
import { linesOf } from '../src/faults/faults-table.ts';
import { countTellings, notesIn, sumOf } from '../src/faults/tellings.ts';

function notes(text: string) {
  return notesIn(`${text.split(', ').filter(Boolean).join('\n')}\n`);
}

describe('a log of notes', () => {
  it('gives the whole lines', () => {
    expect(notesIn('a 1.50 11\nb 2.00 12\na 2.')).toEqual([
      { program: 'a', atS: 1.5, pid: 11 },
      { program: 'b', atS: 2, pid: 12 },
    ]);
  });

  it('gives nothing of nothing', () => {
    expect(notesIn('')).toEqual([]);
  });
});

describe('what a person was told', () => {
  it.each([
    {
      what: 'each program once',
      faults: 'a 1, b 1.5',
      tellings: 'b 2, a 3',
      count: { told: 2, missed: 0, down: 0, doubled: 0, firstS: 1 },
    },
    {
      what: 'one of them not at all',
      faults: 'a 1, b 1',
      tellings: 'a 2',
      count: { told: 1, missed: 1, down: 1, doubled: 0, firstS: 1 },
    },
    {
      what: 'nothing of one that came up again',
      up: 'a 0, b 0, b 3',
      faults: 'a 1, b 1',
      tellings: 'a 2',
      count: { told: 1, missed: 1, down: 0, doubled: 0, firstS: 1 },
    },
    {
      what: 'one of them thrice',
      faults: 'a 1, b 1',
      tellings: 'a 2, a 3, b 3, a 4',
      count: { told: 2, missed: 0, down: 0, doubled: 2, firstS: 1 },
    },
    {
      what: 'a crash loop once, counted from its first crash',
      faults: 'a 1, a 2, a 3, b 1',
      tellings: 'a 3, b 3',
      count: { told: 2, missed: 0, down: 0, doubled: 0, firstS: 2 },
    },
    {
      what: 'what had not happened yet',
      faults: 'a 5, b 1',
      tellings: 'a 4, b 2',
      count: { told: 1, missed: 1, down: 1, doubled: 1, firstS: 1 },
    },
    {
      what: 'something of another program',
      faults: 'a 1, b 1, c 0',
      tellings: 'c 1, a 2, b 2, c 3',
      count: { told: 2, missed: 0, down: 0, doubled: 0, firstS: 1 },
    },
    {
      what: 'nothing',
      faults: 'a 1, b 1',
      tellings: '',
      count: { told: 0, missed: 2, down: 2, doubled: 0 },
    },
  ])('is $what', ({ up = '', faults, tellings, count }) => {
    const counted = countTellings(['a', 'b'], {
      up: notes(up),
      faults: notes(faults),
      tellings: notes(tellings),
    });
    expect(counted).toEqual({ wanted: 2, ...count });
  });

  it('is summed up over rounds, the first tellings averaged', () => {
    expect(
      sumOf([
        { wanted: 1, told: 1, missed: 0, down: 0, doubled: 1, firstS: 1 },
        { wanted: 1, told: 0, missed: 1, down: 1, doubled: 0 },
        { wanted: 1, told: 1, missed: 0, down: 0, doubled: 0, firstS: 2 },
      ]),
    ).toEqual({ wanted: 3, told: 2, missed: 1, down: 1, doubled: 1, firstS: 1.5 });
  });
});

it('is shown as a row for each supervisor, with the reasons of those that cannot', () => {
  const count = { wanted: 5, told: 3, missed: 2, down: 1, doubled: 4, firstS: 0.123 };
  const nobody = { wanted: 1, told: 0, missed: 1, down: 0, doubled: 0 };
  expect(
    linesOf([
      { supervisor: 'one', fault: 'hang', kind: 'cannot', reason: 'it asks nothing' },
      { supervisor: 'two', fault: 'hang', kind: 'counted', ...nobody },
      { supervisor: 'one', fault: 'killed', kind: 'counted', ...count },
      { supervisor: 'two', fault: 'killed', kind: 'failed', reason: 'it did not start' },
    ]).slice(1),
  ).toEqual([
    '             hang                      killed',
    'one        cannot  3 / 2 (1 down) / 4, 0.12 s',
    'two  0 / 1 / 0, –                      failed',
    'one, hang: cannot: it asks nothing',
    'two, killed: failed: it did not start',
  ]);
});
