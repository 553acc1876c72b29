import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseWellFormed } from '../src/parse-well-formed.ts';
import { parseWithHelp } from '../src/parse-with-help.ts';
import { VERBS } from '../src/verb-table.ts';
import { fakeDaemon, view } from './fake-daemon.ts';
import { ended, harness, started, throwaway } from './home.ts';
import { silentConsole } from './silent-console.ts';

describe('the two parsers', () => {
  const lines = [
    'list',
    'list --json',
    'daemon',
    'daemon --config a.toml',
    'daemon run --socket=/s --log-file /l',
    'daemon status --json',
    'start a b',
    'start --json a --socket /s b',
    'logs a -n 5 -f',
    'logs a -fn5',
    'logs --lines=7 --follow a',
    'doctor --notify-test',
    'notify example failed',
    'notify try failed --command ./h -- --topic x',
    'config check',
    'config check f.toml',
    'stop -- -odd-',
  ];

  it.each(lines)('read `%s` alike', (line) => {
    const argv = line.split(' ');
    const quick = parseWellFormed(argv);
    const full = parseWithHelp(argv, silentConsole());
    expect(full).toMatchObject({ kind: 'call', parsed: { spec: quick?.spec, args: quick?.args } });
    const given = full.kind === 'call' ? full.parsed.options : {};
    expect({ ...quick?.options }).toEqual(
      Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
    );
  });

  it.each([
    'list extra',
    'list --nope',
    'start',
    'describe',
    'logs a --lines',
    'list --json=yes',
    'describe a b',
    'daemon stauts',
  ])('refuse `%s` alike', (line) => {
    expect(parseWellFormed(line.split(' '))).toBeUndefined();
    expect(parseWithHelp(line.split(' '), silentConsole())).toEqual({ kind: 'ended', code: 2 });
  });

  it('take options that stand before the verb', () => {
    const reading = parseWithHelp(['--json', '--socket', '/s', 'list'], silentConsole());
    expect(reading).toMatchObject({ parsed: { options: { json: true, socket: '/s' } } });
  });
});

it('shows every verb in the help, and the options of one in its own', async () => {
  const home = throwaway();
  const { code, out } = await harness(home, ['--help']);
  expect(code).toBe(0);
  for (const { path } of VERBS) {
    expect(out).toContain(path.split(' ')[0]);
  }
  const own = await harness(home, ['doctor', '--help']);
  expect(own).toMatchObject({ code: 0, out: expect.stringContaining('--notify-test') });
  expect(own.out).toContain('--json');
});

it.each([
  [['frobnicate'], 'frobnicate'],
  [['lsit'], 'list'],
  [['list', '--jsno'], '--json'],
  [['notify', 'exmaple', 'failed'], 'example'],
  [['start'], 'name'],
  [[], 'Usage'],
  [['notify'], 'Usage'],
  [['logs', 'a', '--lines', 'many'], 'whole number'],
  [['logs', 'a', '--lines', '-1'], 'whole number'],
  [['list', '--socket', ''], '--socket'],
  [['notify', 'example', 'nonsense'], 'loop_stopped'],
])('exits 2 for %j and names %s', async (args, word) => {
  const { code, out, err } = await harness(throwaway(), args);
  expect([code, out]).toEqual([2, '']);
  expect(err).toContain(word);
});

it('prints its release', async () => {
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  expect(await harness(throwaway(), ['--version'])).toMatchObject({ code: 0, out: `${version}\n` });
});

it.each([
  [['frobnicate'], 2],
  [['list'], 1],
  [['--help'], 0],
] as const)('ends as a process with the code of the verb: %j gives %i', async (args, code) => {
  expect((await ended(started(throwaway(), args))).code).toBe(code);
});

it('says in one line that the daemon is down, how to start it, and exits 1', async () => {
  const home = throwaway();
  const { code, out, err } = await harness(home, ['list']);
  expect([code, out]).toEqual([1, '']);
  expect(err.trimEnd().split('\n')).toHaveLength(1);
  expect(err).toContain(home.socket);
  expect(err).toContain('harness daemon');
  const { out: text } = await harness(home, ['start', 'a', '--json']);
  expect(JSON.parse(text)).toMatchObject({ errors: [{ name: 'a', code: 'daemon_down' }] });
});

it('finds the daemon by --socket, relative to the folder it is called in', async () => {
  const home = throwaway();
  await fakeDaemon(home, { 'GET /v1/harnesses': [200, { harnesses: [view()] }] });
  const elsewhere = { XDG_RUNTIME_DIR: '/nowhere' };
  const { code } = await harness(home, ['list', '--socket', 'run/harness.sock'], elsewhere);
  expect(code).toBe(0);
});

it('says that its Node is too old, before anything else', async () => {
  const old =
    "data:text/javascript,Object.defineProperty(process,'versions',{value:{...process.versions,node:'20.11.1'}})";
  const env = { NODE_OPTIONS: `--import ${old}` };
  expect(await ended(started(throwaway(), ['list'], env))).toMatchObject({
    code: 1,
    err: `harness: needs Node 24 or newer: ${process.execPath} is 20.11.1\n`,
  });
});
