import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Problem, readGlobal, readProject } from '../src/index.ts';

const VALID = `[server]
metrics_listen = "127.0.0.1:10229"
[daemon]
heartbeat_cmd = ["/bin/beat"]
heartbeat_interval = "1m"
[harness.a]
harness = "command"
argv = ["/bin/a", "b"]
env_file = ["a.env", "b.env"]
restart_delay = 1.5
transcript = "codex"
stall_timeout = "20m"
health_cmd = "test -e x"
[harness.b]
harness = "claude-code"
prompt = """
[harness.c]
"""
schedule = "CRON_TZ=UTC 0 7 * * *"
[profile.p]
harnesses = ["a", "b"]
[[redact.rule]]
id = "x"
keywords = ["abc"]
pattern = "a"
`;

function insideOf(text: string, problems: readonly Problem[]): void {
  const rows = text.split('\n');
  for (const { line, column, message } of problems) {
    expect(rows[line - 1]).toBeDefined();
    expect(column).toBeLessThanOrEqual((rows[line - 1] ?? '').length + 1);
    expect(message).not.toMatch(/[\n\r\0]/);
  }
}

it('is valid to begin with', () => {
  expect(readGlobal(VALID, '/etc/h.toml')).toMatchObject({
    kind: 'config',
    config: { harnesses: [{ source: { line: 6 } }, { source: { line: 14 } }] },
  });
});

it('answers to every small change with a configuration or with places inside the text', () => {
  const unit = fc.constantFrom(
    ...'[]{}="\'.,#\n 0159smhd-~$/_'.split(''),
    'harness',
    '\\u0000',
    '__proto__',
    'constructor',
  );
  const edit = fc.record({
    at: fc.nat(VALID.length),
    drop: fc.nat(20),
    add: fc.string({ unit, maxLength: 5 }),
  });
  fc.assert(
    fc.property(fc.array(edit, { minLength: 1, maxLength: 3 }), (edits) => {
      const text = edits.reduce(
        (before, { at, drop, add }) => before.slice(0, at) + add + before.slice(at + drop),
        VALID,
      );
      for (const reading of [
        readGlobal(text, '/etc/h.toml'),
        readProject(text, '/p/h.toml', '/p'),
      ]) {
        insideOf(text, reading.kind === 'refused' ? reading.problems : []);
      }
    }),
    { numRuns: 1500 },
  );
}, 60_000);

it('answers to any value of any key', () => {
  const keys = [
    'harness',
    'args',
    'argv',
    'env_file',
    'restart_delay',
    'health_cmd',
    'schedule',
    'loop_limit',
    'quota_backoff',
    'timeout',
  ];
  const value = fc.constantFrom(
    '1',
    '-1',
    'nan',
    'inf',
    '1e308',
    '99999999999999999999',
    'true',
    '""',
    '"x"',
    '[]',
    '[1]',
    '[[]]',
    '["\\u0000"]',
    '{}',
    '{ a = 1 }',
    '2026-01-01',
    '10:00:00',
    '"-9223372036854775808ns"',
  );
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.constantFrom(...keys)),
      fc.array(value, { minLength: 10, maxLength: 10 }),
      (names, values) => {
        const text = `[harness.a]\n${names.map((name, index) => `${name} = ${values[index] ?? '1'}`).join('\n')}\n`;
        const reading = readGlobal(text, '/etc/h.toml');
        insideOf(text, reading.kind === 'refused' ? reading.problems : []);
      },
    ),
    { numRuns: 1000 },
  );
}, 60_000);
