import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { harnessRules } from '../src/rules/harness-rules.ts';
import type { RawTable } from '../src/rules/refuse.ts';
import { isRightHarness, suspectsIn } from '../src/rules/suspects.ts';
import { harnessTable } from '../src/tables/harness-table.ts';

const WORDS = fc.constantFrom(
  'claude-code',
  'codex',
  'generic',
  'command',
  'always',
  'no',
  'queue',
  'restart',
  'busy',
);
const DURATIONS = fc.constantFrom('0', '1ms', '1s', '15s', '1h30m', '6h', '25h', '1d', '-1s', '');
const TEXTS = fc.constantFrom(
  '/bin/a',
  'a',
  '',
  ' ',
  '~',
  '~me/x',
  '~/x',
  '$HOME/x',
  'a\0',
  '0 7 * * *',
);
const ANYTHING: fc.Arbitrary<unknown> = fc.oneof(
  WORDS,
  DURATIONS,
  TEXTS,
  fc.constantFrom<unknown>(0, 1, 2, 3.5, -1, 1e9, Number.NaN, true, false, 2n ** 60n, new Date(0)),
  fc.array(fc.oneof(TEXTS, fc.constant(1)), { maxLength: 3 }),
  fc.constantFrom({}, { a: 1 }),
);

const COMMAND = fc.array(fc.constantFrom('/bin/a', 'b'), { minLength: 1, maxLength: 3 });
const LIKELY = {
  harness: fc.constantFrom('claude-code', 'codex', 'generic', 'command'),
  args: COMMAND,
  argv: COMMAND,
  workdir: fc.constantFrom('/srv', '~/w', 'w'),
  env_file: fc.oneof(fc.constant('a.env'), COMMAND),
  restart: fc.constantFrom('always', 'no'),
  restart_delay: fc.constantFrom<unknown>(0, 1.5, '2s'),
  prompt: fc.constant('look'),
  prompt_file: fc.constant('p.md'),
  timeout: fc.constantFrom<unknown>(0, '1h'),
  schedule: fc.constantFrom('0 7 * * *', '@daily', 'CRON_TZ=Europe/Berlin 0 7 * * *'),
  catch_up: fc.boolean(),
  transcript: fc.constantFrom('codex', 'crush'),
  stall_timeout: fc.constant('20m'),
  stall_when: fc.constantFrom('always', 'busy'),
  health_cmd: fc.oneof(COMMAND, fc.constant('test -e x')),
  health_failures: fc.constantFrom(1, 3),
  loop_limit: fc.constantFrom(0, 2, 8),
  quota_backoff: fc.constantFrom('15m', '12h'),
  quota_backoff_max: fc.constantFrom('6h', '24h'),
  quota_group: fc.constant('team'),
};

/** Mostly right tables, of which some have a value or a key that nobody meant. */
const TABLES: fc.Arbitrary<RawTable> = fc
  .tuple(
    fc.record(LIKELY, { requiredKeys: ['harness'] }),
    fc.subarray(Object.keys(LIKELY), { maxLength: 3 }),
    fc.option(fc.tuple(fc.constantFrom(...Object.keys(LIKELY), 'constructor', 'nme'), ANYTHING)),
  )
  .map(([table, kept, stray]) => {
    const keys = new Set(['harness', ...kept]);
    const some = Object.entries(table).filter(([key]) => keys.has(key));
    return Object.fromEntries(stray === null ? some : [...some, stray]);
  });

function holds(table: RawTable): boolean {
  return (
    harnessTable.safeParse(table).success && harnessRules(['harness', 'a'], table).length === 0
  );
}

describe('a table that is searched for no problems', () => {
  it('is one in which the schema and the rules find none, and the other way round', () => {
    const seen = { right: 0, wrong: 0 };
    fc.assert(
      fc.property(TABLES, (table) => {
        const right = isRightHarness(table);
        expect(right).toBe(holds(table));
        seen[right ? 'right' : 'wrong'] += 1;
      }),
      { numRuns: 5000 },
    );
    expect(Math.min(seen.right, seen.wrong)).toBeGreaterThan(300);
  }, 60_000);

  it.each([[undefined], [null], [[]], ['command'], [new Date(0)], [{}]])('is never %o', (value) => {
    expect(isRightHarness(value)).toBe(false);
  });
});

describe('what is left to search', () => {
  const right = { harness: 'generic' };
  it.each([
    ['nothing of what is right', { a: right, 'b.c': right }, []],
    ['a table with a wrong key', { a: right, b: { harness: 'generic', nme: 1 } }, ['b']],
    ['a table with a wrong name', { a: right, '-b': right }, ['-b']],
    ['what is no table', { a: right, b: 1 }, ['b']],
  ])('holds %s', (_what, harness, left) => {
    expect(Object.keys(suspectsIn({ harness })['harness'] ?? {})).toEqual(left);
  });

  it('holds every other table of the file', () => {
    expect(suspectsIn({ harness: { a: right }, server: 1, harnes: 2 })).toEqual({
      harness: {},
      server: 1,
      harnes: 2,
    });
  });

  it.each([[undefined], [1], [[right]]])(
    'holds a harness section that is %o as it is',
    (harness) => {
      expect(suspectsIn({ harness })).toEqual({ harness });
    },
  );
});
