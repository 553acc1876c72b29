import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { writer } from './turns.ts';
import { inSeconds, judgeAll, UP } from './world.ts';

describe('calls that differ', () => {
  const differing = fc.array(
    fc.tuple(
      fc.constantFrom('s', 't'),
      fc.constantFrom(undefined, 'one', 'two'),
      fc.constantFrom('Bash', 'BashOutput'),
    ),
    { minLength: 30, maxLength: 200, size: 'max' },
  );

  it('are never a loop, however agents and sessions are mixed', () => {
    fc.assert(
      fc.property(differing, fc.constantFrom(2, 8), (calls, loopLimit) => {
        const turns = calls.flatMap(([session, agent, tool], index) =>
          writer(session, agent).step(tool, { index }, 'same'),
        );
        const { verdicts } = judgeAll(inSeconds([UP, ...turns]), { loopLimit });
        expect(verdicts.filter(({ kind }) => kind === 'looping')).toEqual([]);
      }),
      { numRuns: 100 },
    );
  });
});

describe('a cycle of one, two or three calls', () => {
  it('is stopped at its limit exactly, whatever went before and whoever else works', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 3 }),
        fc.integer({ min: 2, max: 12 }),
        fc.integer({ min: 0, max: 5 }),
        (length, loopLimit, before) => {
          const main = writer('s');
          const other = writer('s', 'other');
          const prelude = Array.from({ length: before }, (_, index) =>
            main.step('Glob', { index }),
          );
          const cycle = Array.from({ length: length * loopLimit }, (_, index) => [
            ...other.step('Read', { index }),
            ...main.step(`Tool${index % length}`, {}),
          ]);
          const all = [UP, ...prelude.flat(), ...cycle.flat()];
          const early = judgeAll(inSeconds(all.slice(0, -2)), { loopLimit }).verdicts;
          expect(early).toEqual([]);
          expect(judgeAll(inSeconds(all), { loopLimit }).verdicts).toEqual([
            { kind: 'looping', tool: 'Tool0', count: loopLimit },
          ]);
        },
      ),
      { numRuns: 200 },
    );
  });
});
