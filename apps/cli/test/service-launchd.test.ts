import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { propertyList } from '../src/service/launchd-plist.ts';
import { type Home, harness, program, throwaway } from './home.ts';

const TARGET = `gui/${process.getuid?.() ?? 0}/harness.daemon`;
const ON_MACOS = ['--keeper', 'launchd'];

/** A home whose launchctl notes its words, keeps what was loaded, and fails at the word in `failing`. */
function withLaunchctl(failing = 'nothing'): {
  home: Home;
  env: { PATH: string; HOME: string };
  plist: string;
  called: () => string[];
} {
  const home = throwaway();
  const [calls, loaded] = [join(home.folder, 'calls'), join(home.folder, 'loaded')];
  writeFileSync(calls, '');
  program(
    home,
    'launchctl',
    `echo "$*" >>${calls}
case "$1" in
  ${failing}) echo "Operation not permitted" >&2; exit 1 ;;
  bootstrap) touch ${loaded} ;;
  bootout) rm ${loaded} ;;
  print) [ -e ${loaded} ] || exit 113; printf 'service = {\\n\\tstate = running\\n}\\n' ;;
esac`,
  );
  return {
    home,
    env: { PATH: `${home.folder}:/usr/bin:/bin`, HOME: home.folder },
    plist: join(home.folder, 'Library/LaunchAgents/harness.daemon.plist'),
    called: () => readFileSync(calls, 'utf8').split('\n').slice(0, -1),
  };
}

it('is installed, started anew, looked at and removed through launchctl', async () => {
  const { home, env, plist, called } = withLaunchctl();
  const service = (...words: string[]): ReturnType<typeof harness> =>
    harness(home, ['service', ...words, ...ON_MACOS], env);

  expect((await service('status')).code).toBe(1);
  expect(await service('install')).toMatchObject({
    code: 0,
    out: expect.stringContaining(`${plist}: installed`),
  });
  const load = [`enable ${TARGET}`, `bootstrap ${TARGET.split('/', 2).join('/')} ${plist}`];
  expect(called()).toEqual([`print ${TARGET}`, ...load]);
  await service('install');
  expect(called().slice(3)).toEqual([`print ${TARGET}`, `bootout ${TARGET}`, ...load]);
  expect(JSON.parse((await service('status', '--json')).out)).toEqual({
    unit: plist,
    installed: true,
    active: 'active',
    enabled: 'enabled',
  });
  expect((await service('uninstall')).code).toBe(0);
  expect(existsSync(plist)).toBe(false);
  expect(called().at(-1)).toBe(`bootout ${TARGET}`);
});

it('says which step of launchd failed, and what it said', async () => {
  const { home, env } = withLaunchctl('bootstrap');
  const { code, err } = await harness(home, ['service', 'install', ...ON_MACOS], env);
  expect([code, err]).toEqual([1, expect.stringMatching(/launchctl bootstrap .*failed\n {2}Oper/)]);
});

it('refuses a keeper that it does not know', async () => {
  const args = ['service', 'status', '--keeper', 'constructor'];
  const { code, err } = await harness(throwaway(), args);
  expect([code, err]).toEqual([2, expect.stringContaining('systemd or launchd')]);
});

it('writes a property list that says what was meant, whatever is in the words', () => {
  const command = ['/opt/<node>', 'a & b', '"x"', 'Müller'];
  const environment = { PATH: '/usr/bin:/a&b' };
  const scope = { kind: 'system', runAs: 'agents' } as const;
  const text = propertyList({ scope, command, environment });
  const program =
    'import json,plistlib,sys; print(json.dumps(plistlib.loads(sys.stdin.buffer.read())))';
  const { stdout } = spawnSync('python3', ['-c', program], { input: text, encoding: 'utf8' });
  expect(JSON.parse(stdout)).toEqual({
    Label: 'harness.daemon',
    ProgramArguments: command,
    EnvironmentVariables: environment,
    UserName: 'agents',
    RunAtLoad: true,
    KeepAlive: { SuccessfulExit: false },
    ThrottleInterval: 2,
    ExitTimeOut: 30,
    Umask: 0o077,
    ProcessType: 'Interactive',
  });
});

it('refuses what XML cannot hold', () => {
  const options = { scope: { kind: 'user' } as const, environment: {} };
  expect(() => propertyList({ ...options, command: ['a\u0000b'] })).toThrow('control character');
});
