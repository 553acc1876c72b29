import { readToml, type TomlDocument } from '@harness/config-text';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { everyHarness, type Harnesses, harnessesIn } from '../src/harnesses-in.ts';
import { rightHarness } from '../src/right-harness.ts';
import { harnessRules } from '../src/rules/harness-rules.ts';
import type { RawTable } from '../src/rules/refuse.ts';
import type { HarnessSpec } from '../src/spec/harness-spec.ts';
import { toHarnessSpec } from '../src/spec/to-harness-spec.ts';
import type { HarnessKey, HarnessTable } from '../src/tables/harness-keys.ts';
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
const LIKELY: Readonly<Record<HarnessKey, fc.Arbitrary<unknown>>> = {
  harness: fc.constantFrom('claude-code', 'codex', 'generic', 'command'),
  args: COMMAND,
  argv: COMMAND,
  workdir: fc.constantFrom('/srv', '~/w', 'w'),
  env_file: fc.oneof(fc.constant('a.env'), COMMAND),
  description: fc.constant('reviews'),
  enabled: fc.boolean(),
  tty: fc.boolean(),
  restart: fc.constantFrom('always', 'unless-stopped', 'no'),
  restart_delay: fc.constantFrom<unknown>(0, 1.5, '2s'),
  prompt: fc.constant('look'),
  prompt_file: fc.constant('p.md'),
  model: fc.constant('opus'),
  auto_accept: fc.boolean(),
  max_turns: fc.constantFrom(1, 40),
  timeout: fc.constantFrom<unknown>(0, '1h'),
  on_overlap: fc.constantFrom('queue', 'skip'),
  keep_runs: fc.constantFrom(1, 20),
  schedule: fc.constantFrom('0 7 * * *', '@daily', 'CRON_TZ=Europe/Berlin 0 7 * * *'),
  catch_up: fc.boolean(),
  transcript: fc.constantFrom('codex', 'crush'),
  stall_timeout: fc.constant('20m'),
  stall_action: fc.constantFrom('notify', 'restart'),
  stall_when: fc.constantFrom('always', 'busy'),
  health_cmd: fc.oneof(COMMAND, fc.constant('test -e x')),
  health_interval: fc.constantFrom('1s', '45s'),
  health_timeout: fc.constantFrom('100ms', '1h'),
  health_failures: fc.constantFrom(1, 3),
  health_action: fc.constantFrom('notify', 'restart'),
  health_start_period: fc.constantFrom<unknown>(0, '1m'),
  loop_limit: fc.constantFrom(0, 2, 8),
  quota_backoff: fc.constantFrom('15m', '12h'),
  quota_backoff_max: fc.constantFrom('6h', '24h'),
  quota_group: fc.constant('team'),
};

/** Keys that are read together. */
const RELATED = [
  'health_',
  'stall_|transcript',
  'quota_',
  'prompt$|timeout|on_|keep|schedule|catch',
].map((names) =>
  fc.shuffledSubarray(Object.keys(LIKELY).filter((key) => new RegExp(`^(?:${names})`).test(key))),
);

/** Mostly right tables, of which some have a value or a key that nobody meant. */
const TABLES: fc.Arbitrary<RawTable> = fc
  .tuple(
    fc.record(LIKELY, { requiredKeys: ['harness'] }),
    fc.oneof(fc.shuffledSubarray(Object.keys(LIKELY), { maxLength: 4 }), ...RELATED),
    fc.option(fc.tuple(fc.constantFrom(...Object.keys(LIKELY), 'constructor', 'nme'), ANYTHING)),
  )
  .map(([table, kept, stray]) => {
    const keys = new Set([...kept, 'harness']);
    const some = [...keys].flatMap((key) =>
      key in table ? [[key, table[key as HarnessKey]]] : [],
    );
    return Object.fromEntries(stray === null ? some : [...some, stray]);
  });

function holds(table: RawTable): boolean {
  return (
    harnessTable.safeParse(table).success && harnessRules(['harness', 'a'], table).length === 0
  );
}

const EXTRAS = {
  workdir: '/srv',
  description: 'reviews',
  enabled: true,
  tty: true,
  restart: 'no',
  restart_delay: '2s',
  loop_limit: 0,
  quota_backoff: '1m',
  quota_group: 'team',
};

/** What the keys say when they are visited in the order of the alphabet. */
function specOf(table: RawTable): HarnessSpec {
  const sorted = Object.fromEntries(
    Object.entries(table).sort(([one], [other]) => (one < other ? -1 : 1)),
  );
  return toHarnessSpec(sorted as unknown as HarnessTable, DECLARATION);
}

const DECLARATION = {
  name: 'a',
  source: { file: '/etc/h.toml', line: 1 },
  base: { folder: '/etc', home: '/home/me' },
  workdir: '/home/me',
};

describe('a table that is taken at first sight', () => {
  it('is one in which the schema and the rules find nothing wrong, with the spec of its keys in any order', () => {
    const seen = { right: 0, wrong: 0 };
    fc.assert(
      fc.property(TABLES, (table) => {
        const right = holds(table);
        expect(rightHarness(table, DECLARATION)).toEqual(right ? specOf(table) : undefined);
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

it('is not taken for another whose keys read the same', () => {
  const table = { harness: 'command', argv: ['/bin/a'], workdir: '/srv' };
  const quoted = { harness: 'command', 'argv workdir': ['/bin/a'] };
  const found = [table, quoted, table, { 'harness argv': 1, workdir: '/srv' }].map((one) =>
    rightHarness(one, DECLARATION),
  );
  expect(found.map((spec) => spec?.workdir)).toEqual(['/srv', undefined, '/srv', undefined]);
});

it('of a number of kinds that no fleet has is taken all the same', () => {
  const extras = Object.entries(EXTRAS);
  for (let kind = 0; kind < 2 ** extras.length; kind += 1) {
    const some = extras.filter((_, bit) => (kind >> bit) % 2 === 1);
    const table = { harness: 'command', argv: ['/bin/a'], ...Object.fromEntries(some) };
    expect(rightHarness(table, DECLARATION)).toEqual(specOf(table));
  }
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
