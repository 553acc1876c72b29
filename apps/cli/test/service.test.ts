import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { unitFile } from '../src/service/systemd-unit.ts';
import { type Home, harness, program, throwaway } from './home.ts';

/** A home whose systemctl notes its words, and fails at the word in `failing`. */
function withSystemctl(failing = 'nothing'): {
  home: Home;
  env: { PATH: string };
  called: () => string[];
} {
  const home = throwaway();
  const calls = join(home.folder, 'calls');
  writeFileSync(calls, '');
  program(
    home,
    'systemctl',
    `echo "$*" >>${calls}
case "$*" in *${failing}*) echo "Failed to do so" >&2; exit 4;; *is-active*) echo active;; *is-enabled*) echo enabled;; esac`,
  );
  return {
    home,
    env: { PATH: `${home.folder}:/usr/bin:/bin` },
    called: () => readFileSync(calls, 'utf8').split('\n').slice(0, -1),
  };
}

const unitOf = ({ folder }: Home): string => join(folder, 'config/systemd/user/harness.service');

it('installs a unit of the user that runs this very command, enables it and starts it', async () => {
  const { home, env, called } = withSystemctl();
  const args = ['service', 'install', '--config', 'my own.toml'];
  const { code, out } = await harness(home, args, env);
  const unit = readFileSync(unitOf(home), 'utf8');
  expect([code, out]).toEqual([0, expect.stringContaining(`${unitOf(home)}: installed`)]);
  expect(called()).toEqual([
    '--user daemon-reload',
    '--user enable harness.service',
    '--user restart harness.service',
  ]);
  expect(unit).toContain(`ExecStart="${process.execPath}"`);
  expect(unit).toContain(` "daemon" "--config" "${home.folder}/my own.toml"\n`);
  expect(unit).toContain(`Environment="PATH=${env.PATH}"\n`);
  expect(unit).toContain(`Environment="XDG_STATE_HOME=${home.env['XDG_STATE_HOME']}"\n`);
  expect(unit).toMatch(/^Type=notify$/m);
  expect(statSync(unitOf(home)).mode & 0o777).toBe(0o644);
});

it('gives a service of the machine no folders of whoever installs it', async () => {
  const { home, env } = withSystemctl();
  const args = ['service', 'install', '--system', '--run-as', 'agents', '--print'];
  const { code, out } = await harness(home, args, env);
  expect([code, out]).toEqual([0, expect.stringMatching(/^User=agents$/m)]);
  expect(out).toContain(`Environment="PATH=${env.PATH}"`);
  expect(out).not.toContain('XDG_');
});

it('says which step of systemd failed, and what it said', async () => {
  const { home, env } = withSystemctl('restart');
  const { code, err, out } = await harness(home, ['service', 'install', '--json'], env);
  expect(code).toBe(1);
  expect(err).toMatch(/systemctl --user restart harness.service` failed\n {2}Failed to do so\n/);
  expect(JSON.parse(out)).toMatchObject({ error: { code: 'systemctl_failed' } });
});

it('says that there is no systemctl', async () => {
  const home = throwaway();
  const { code, err } = await harness(home, ['service', 'install'], { PATH: home.folder });
  expect([code, err]).toEqual([1, expect.stringContaining('ENOENT')]);
});

it('says whether the service is installed and up, and removes it', async () => {
  const { home, env, called } = withSystemctl();
  const before = await harness(home, ['service', 'status'], env);
  expect([before.code, before.out]).toEqual([1, expect.stringContaining('not installed')]);
  expect((await harness(home, ['service', 'uninstall'], env)).code).toBe(1);
  await harness(home, ['service', 'install'], env);
  const up = await harness(home, ['service', 'status', '--json'], env);
  expect([up.code, JSON.parse(up.out)]).toEqual([
    0,
    { unit: unitOf(home), installed: true, active: 'active', enabled: 'enabled' },
  ]);
  expect((await harness(home, ['service', 'uninstall'], env)).code).toBe(0);
  expect(existsSync(unitOf(home))).toBe(false);
  expect(called().slice(-2)).toEqual([
    '--user disable --now harness.service',
    '--user daemon-reload',
  ]);
});

it('leaves the unit where it is when systemd cannot stop the service', async () => {
  const { home, env } = withSystemctl('disable');
  await harness(home, ['service', 'install'], env);
  expect((await harness(home, ['service', 'uninstall'], env)).code).toBe(1);
  expect(existsSync(unitOf(home))).toBe(true);
});

it.each([
  { args: ['--system'], says: '--run-as' },
  { args: ['--run-as', 'agents'], says: '--system' },
  { args: ['--system', '--run-as', 'a\nUser=root'], says: 'line break' },
])('refuses $args', async ({ args, says }) => {
  const { code, err } = await harness(throwaway(), ['service', 'install', '--print', ...args]);
  expect([code, err]).toEqual([2, expect.stringContaining(says)]);
});

const AWKWARD = {
  command: ['/opt/a b/node', '--flag=1', '/opt/100%/$main "x" \\y.js', 'daemon'],
  environment: { PATH: '/opt/50%/bin:/usr/bin' },
};

it('quotes what systemd would take for its own', () => {
  const unit = unitFile({ scope: { kind: 'user' }, ...AWKWARD });
  expect(unit).toContain(
    'ExecStart="/opt/a b/node" "--flag=1" "/opt/100%%/$$main \\"x\\" \\\\y.js" "daemon"\n',
  );
  expect(unit).toContain('Environment="PATH=/opt/50%%/bin:/usr/bin"\n');
});

it('is explained, directive by directive', () => {
  const page = readFileSync(new URL('../../../docs/deploy.md', import.meta.url), 'utf8');
  const unit = unitFile({ scope: { kind: 'system', runAs: 'agents' }, ...AWKWARD });
  const service = unit.slice(unit.indexOf('[Service]'), unit.indexOf('[Install]'));
  const names = [...service.matchAll(/^(\w+)=/gm)].map(([, name]) => name);
  expect(names.length).toBeGreaterThan(10);
  const obvious = ['Environment', 'ExecStart', 'User'];
  const unexplained = names.filter((name = '') => !page.includes(`\`${name}`));
  expect(new Set(unexplained)).toEqual(new Set(obvious));
});

const HAS_SYSTEMD = spawnSync('systemd-analyze', ['--version']).status === 0;

it.runIf(HAS_SYSTEMD).each([
  { scope: { kind: 'user' } as const, kind: '--user' },
  { scope: { kind: 'system', runAs: 'daemon' } as const, kind: '--system' },
])('writes a unit that systemd accepts, $kind', ({ scope, kind }) => {
  const { folder, env } = throwaway();
  const unit = join(folder, 'harness.service');
  writeFileSync(
    unit,
    unitFile({ scope, command: ['/bin/true', 'a b', '100% $x'], environment: AWKWARD.environment }),
  );
  const { status, stderr } = spawnSync('systemd-analyze', ['verify', kind, '--man=no', unit], {
    env,
    encoding: 'utf8',
  });
  expect([status, stderr]).toEqual([0, expect.not.stringContaining('harness.service')]);
});
