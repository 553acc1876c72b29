import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { argvOf } from '../src/index.ts';
import { harnessOf, load } from './config-text.ts';

const COMMAND = 'harness = "command"\nargv = ["/bin/a", "b"]';
const ONE_SHOT = 'harness = "claude-code"\nprompt = "look"';

describe('a harness', () => {
  it('has these defaults', () => {
    expect(harnessOf('harness = "generic"')).toEqual({
      name: 'a',
      adapter: 'generic',
      args: [],
      argv: [],
      workdir: '/home/me',
      envFiles: [],
      enabled: false,
      tty: false,
      restart: 'always',
      restartDelayMs: 1000,
      oneShot: false,
      autoAccept: false,
      loopLimit: 8,
      quota: { backoffMs: 900_000, backoffMaxMs: 21_600_000 },
      source: { file: '/etc/harness/harness.toml', line: 1 },
    });
  });

  it('that is a one-shot has these besides', () => {
    expect(harnessOf(ONE_SHOT)).toMatchObject({
      oneShot: true,
      prompt: 'look',
      restart: 'no',
      tty: false,
      transcript: 'claude-code',
      runs: { timeoutMs: 3_600_000, onOverlap: 'skip', keepRuns: 20 },
    });
  });

  it.each([
    ['harness = "claude-code"', true],
    ['harness = "crush"', true],
    ['harness = "codex"', true],
    ['harness = "opencode"', true],
    [ONE_SHOT, false],
    ['harness = "codex"\nprompt_file = "p.md"', false],
    ['harness = "generic"', false],
    [COMMAND, false],
    [`${COMMAND}\ntty = true`, true],
    ['harness = "codex"\ntty = false', false],
  ])('%j has a terminal: %s', (lines, tty) => {
    expect(harnessOf(lines).tty).toBe(tty);
  });

  it.each([
    ['harness = "generic"\nargs = ["-c", "x"]', ['sh', '-c', 'x']],
    [COMMAND, ['/bin/a', 'b']],
    ['harness = "claude-code"\nargs = ["--resume"]', ['claude', '--resume']],
    ['harness = "crush"', ['crush']],
    ['harness = "codex"', ['codex']],
    ['harness = "opencode"', ['opencode']],
  ])('%j runs %j', (lines, argv) => {
    expect(argvOf(harnessOf(lines))).toEqual(argv);
  });

  it.each([
    ['restart_delay = 1', { restartDelayMs: 1000 }],
    ['restart_delay = 0', { restartDelayMs: 0 }],
    ['restart_delay = 2.5', { restartDelayMs: 2500 }],
    ['restart_delay = "250ms"', { restartDelayMs: 250 }],
    ['restart = "on-failure"', { restart: 'on-failure' }],
    ['enabled = true', { enabled: true }],
    ['description = "Reviews"', { description: 'Reviews' }],
    ['workdir = "~"', { workdir: '/home/me' }],
    ['workdir = "~/w"', { workdir: '/home/me/w' }],
    ['workdir = "w/../x"', { workdir: '/etc/harness/x' }],
    ['workdir = "/srv"', { workdir: '/srv' }],
    ['env_file = "a.env"', { envFiles: ['/etc/harness/a.env'] }],
    ['env_file = ["a.env", "~/b.env"]', { envFiles: ['/etc/harness/a.env', '/home/me/b.env'] }],
    ['transcript = "crush"', { transcript: 'crush' }],
    ['loop_limit = 0', { loopLimit: 0 }],
    ['loop_limit = 2', { loopLimit: 2 }],
    [
      'quota_group = "team"',
      { quota: { backoffMs: 900_000, backoffMaxMs: 21_600_000, group: 'team' } },
    ],
    ['quota_backoff = "12h"', { quota: { backoffMs: 43_200_000, backoffMaxMs: 43_200_000 } }],
    [
      'health_cmd = "test -e x"',
      {
        health: {
          argv: ['sh', '-c', 'test -e x'],
          intervalMs: 30_000,
          timeoutMs: 10_000,
          failures: 3,
          action: 'notify',
          startPeriodMs: 30_000,
        },
      },
    ],
    [
      'health_cmd = ["probe"]\nhealth_interval = "1s"\nhealth_timeout = "2s"\nhealth_failures = 1\nhealth_action = "restart"\nhealth_start_period = 0',
      {
        health: {
          argv: ['probe'],
          intervalMs: 1000,
          timeoutMs: 2000,
          failures: 1,
          action: 'restart',
          startPeriodMs: 0,
        },
      },
    ],
    [
      'transcript = "codex"\nstall_timeout = "15s"',
      { stall: { timeoutMs: 15_000, action: 'notify', when: 'always' } },
    ],
    [
      'transcript = "codex"\nstall_timeout = "10s"\nstall_action = "restart"\nstall_when = "busy"',
      { stall: { timeoutMs: 10_000, action: 'restart', when: 'busy' } },
    ],
  ])('understands %j', (lines, wanted) => {
    expect(harnessOf(`${COMMAND}\n${lines}`)).toMatchObject(wanted);
  });

  it.each([
    ['timeout = "2s"', { runs: { timeoutMs: 2000 } }],
    ['timeout = "0"', { runs: { timeoutMs: 0 } }],
    ['timeout = 0', { runs: { timeoutMs: 0 } }],
    ['on_overlap = "queue"\nkeep_runs = 3', { runs: { onOverlap: 'queue', keepRuns: 3 } }],
    [
      'model = "opus"\nauto_accept = true\nmax_turns = 4',
      { model: 'opus', autoAccept: true, maxTurns: 4 },
    ],
    ['restart = "on-failure"', { restart: 'on-failure' }],
    ['schedule = "0 7 * * *"', { runs: { schedule: { pattern: '0 7 * * *', catchUp: false } } }],
    [
      'schedule = "CRON_TZ=Europe/Berlin @daily"\ncatch_up = true',
      { runs: { schedule: { pattern: '@daily', timeZone: 'Europe/Berlin', catchUp: true } } },
    ],
  ])('that is a one-shot understands %j', (lines, wanted) => {
    expect(harnessOf(`${ONE_SHOT}\n${lines}`)).toMatchObject(wanted);
  });

  it.each([
    ['[harness.a]\nharness = "crush"\nprompt = """\n[harness.a]\n"""\n', 1],
    [
      "[harness.b]\nharness = \"crush\"\nprompt = '''\n[harness.a]''''\n[harness.a]\nharness = \"crush\"\n",
      1,
    ],
    ['[harness.a]\nharness = "crush"\nprompt = """\n\\"""\n[harness.a]\n"""""\n', 1],
    ['# """\n[harness.a] # \'\'\'\nharness = "crush"\nprompt = """\n[harness.a]\n"""', 2],
    ['\n\n  [ harness . \'a\' ] # here\nharness = "crush"\n', 3],
    ['\nharness.a.harness = "crush"\n', 2],
    ['harness = { a = { harness = "crush" } }\n', 1],
  ])('of %j is declared on line %d', (text, line) => {
    expect(load(text).config.harnesses[0]?.source.line).toBe(line);
  });

  it('is plain JSON', () => {
    const harness = harnessOf(`${ONE_SHOT}\nschedule = "0 7 * * *"\nhealth_cmd = "x"`);
    expect(JSON.parse(JSON.stringify(harness))).toStrictEqual(harness);
  });

  it('never has a time that a timer would run through at once', () => {
    const times = JSON.stringify(
      harnessOf(`${ONE_SHOT}\ntimeout = "480h"\nquota_backoff_max = "192h"`),
    );
    for (const [, ms] of times.matchAll(/Ms":(\d+)/g)) {
      expect(Number(ms)).toBeLessThan(2 ** 31);
    }
  });
});

it('of every spelling is declared where its header is, whatever strings and comments hold', () => {
  const line = fc.constantFrom(
    "description = \"'''\"",
    'description = \'"""\'',
    'description = "\\\\"',
    'prompt = """\n[harness.x]\n"""',
    'prompt = """a\\"""\n[harness.y]"""""',
    "prompt = '''\n[harness.x]\n\"\"\"'''",
    "prompt = '''\\'''",
    '# """',
    "# '''",
    '',
  );
  const header = fc.constantFrom(
    '[harness.NAME]',
    '  [ harness . "NAME" ]',
    "[harness.'NAME'] # x",
  );
  const table = fc.record({ header, lines: fc.array(line, { maxLength: 3 }) });
  fc.assert(
    fc.property(fc.array(table, { minLength: 1, maxLength: 5 }), (tables) => {
      const text = tables
        .map(({ header, lines }, index) => {
          const once = lines.filter(
            (one, at) => lines.findIndex((other) => keyOf(other) === keyOf(one)) === at,
          );
          return [header.replace('NAME', 'xyzvw'[index] ?? ''), 'harness = "crush"', ...once].join(
            '\n',
          );
        })
        .join('\n');
      const { config, sources } = load(text);
      const lines = config.harnesses.map(
        ({ name }) => sources[0]?.locate(['harness', name], 'key').line,
      );
      expect(config.harnesses.map(({ source }) => source.line)).toEqual(lines);
    }),
    { numRuns: 500 },
  );
});

function keyOf(line: string): string {
  return line.split(' ')[0] ?? '';
}
