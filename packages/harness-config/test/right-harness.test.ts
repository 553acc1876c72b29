import { readToml, type TomlDocument } from '@harness/config-text';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { everyHarness, type Harnesses, harnessesIn } from '../src/harnesses-in.ts';
import { rightHarness } from '../src/right-harness.ts';
import { harnessRules } from '../src/rules/harness-rules.ts';
import type { RawTable } from '../src/rules/refuse.ts';

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

const DECLARATION = {
  name: 'a',
  source: { file: '/etc/h.toml', line: 1 },
  base: { folder: '/etc', home: '/home/me' },
  workdir: '/home/me',
};

describe('a table that is taken at first sight', () => {
  it('is one in which the schema and the rules find nothing wrong, and the other way round', () => {
    const seen = { right: 0, wrong: 0 };
    fc.assert(
      fc.property(TABLES, (table) => {
        const right = rightHarness(table, DECLARATION) !== undefined;
        expect(right).toBe(holds(table));
        seen[right ? 'right' : 'wrong'] += 1;
      }),
      { numRuns: 5000 },
    );
    expect(Math.min(seen.right, seen.wrong)).toBeGreaterThan(300);
  }, 60_000);

  it.each([[undefined], [null], [[]], ['command'], [new Date(0)], [{}]])('is never %o', (value) => {
    expect(rightHarness(value, DECLARATION)).toBeUndefined();
  });
});

describe('what is left to search of a document', () => {
  it.each([
    [
      'nothing of what is right',
      '[harness.a]\nharness = "crush"\n[harness."b.c"]\nharness = "crush"',
      [],
    ],
    [
      'a table with a wrong key',
      '[harness.a]\nharness = "crush"\n[harness.b]\nharness = "crush"\nnme = 1',
      ['b'],
    ],
    [
      'a table with a wrong name',
      '[harness.a]\nharness = "crush"\n[harness.-b]\nharness = "crush"',
      ['-b'],
    ],
    ['a name that is special elsewhere', '[harness.__proto__]\nharness = "crush"', ['__proto__']],
    ['what is no table', '[harness]\na = { harness = "crush" }\nb = 1', ['b']],
  ])('holds %s', (_what, text, left) => {
    const { suspects, doubtful } = harnessesOf(text);
    expect(Object.keys(suspects['harness'] ?? {})).toEqual(left);
    expect(doubtful.map(({ declaration }) => declaration.name)).toEqual(left);
  });

  it('holds every other table of the file', () => {
    expect(harnessesOf('server = 1\nharnes = 2\nharness.a.harness = "crush"').suspects).toEqual({
      server: 1,
      harnes: 2,
      harness: {},
    });
  });

  it.each(['harness = 1', 'harness = [1]', ''])('of %j holds all of it', (text) => {
    expect(harnessesOf(text)).toMatchObject({ right: [], suspects: parsed(text).value });
  });
});

it('resolves doubtful harnesses like the others once they have been cleared', () => {
  const found = harnessesOf('[harness.a]\nharness = "crush"\n[harness.b]\nharness = "codex"');
  const { right } = found;
  const [first, second] = right;
  const doubtful = { table: { harness: 'codex' }, declaration: { ...DECLARATION, ...second } };
  expect(everyHarness({ ...found, right: right.slice(0, 1), doubtful: [doubtful] })).toEqual([
    first,
    second,
  ]);
});

function harnessesOf(text: string): Harnesses {
  return harnessesIn(parsed(text), { ...DECLARATION, prefix: '' });
}

function parsed(text: string): TomlDocument {
  const document = readToml(text, '/etc/h.toml');
  if (document.kind === 'refused') {
    throw new Error(document.problems[0]?.message);
  }
  return document;
}
