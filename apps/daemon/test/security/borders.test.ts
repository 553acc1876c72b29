import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs';
import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  got,
  HARNESS_FROM_SOURCE,
  harness,
  homes,
  notifyTable,
  type RunningDaemon,
  startDaemon,
  waitFor,
  writeConfig,
  writeScript,
} from '@harness/testkit';
import { afterEach, expect, it } from 'vitest';
import { QUICK, shell } from '../system/quick.ts';

const newHome = homes(afterEach);

it('keeps everything in its state folder from other users, whatever its umask', async () => {
  const home = await newHome();
  await writeConfig(
    home,
    notifyTable(home) +
      shell('dies', 'echo last words; exit 1') +
      '[harness.job]\nharness = "codex"\nprompt = "go"\n',
  );
  await writeScript(home.workDir, 'codex', '#!/bin/sh\necho done\n');
  const command = ['sh', '-c', 'umask 0; exec "$@"', 'sh', ...HARNESS_FROM_SOURCE] as const;
  const env = { PATH: `${home.workDir}:${home.env['PATH']}` };
  const daemon = await startDaemon(home, { policy: QUICK, command, env });
  await got(home, 'failed', 'dies');
  expect((await harness(home, ['trigger', 'job', '--wait'])).code).toBe(0);
  const entries = readdirSync(join(home.stateDir, 'harness'), {
    recursive: true,
    withFileTypes: true,
  });
  const open = entries.flatMap((entry) => {
    const path = join(entry.parentPath, entry.name);
    const mode = statSync(path).mode & 0o777;
    return mode === (entry.isDirectory() ? 0o700 : 0o600) ? [] : [`${path} ${mode.toString(8)}`];
  });
  expect(open).toEqual([]);
  expect(entries.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['dies.log', expect.stringContaining('.db')]),
  );
  expect(statSync(join(home.stateDir, 'harness')).mode & 0o777).toBe(0o700);
  await daemon.down();
});

it('hands no descriptor of its own to a harness or to a hook', async () => {
  const home = await newHome();
  const look = (name: string): string =>
    `ls -l /proc/self/fd | sed -n 's/.* \\([0-9]*\\) -> \\(.*\\)/\\1 \\2/p' >${home.workDir}/${name}~; mv ${home.workDir}/${name}~ ${home.workDir}/${name}`;
  const hook = await writeScript(home.workDir, 'hook', `#!/bin/sh\n${look('hook-fds')}\n`);
  await writeConfig(home, notifyTable(home, '', [hook]) + shell('dies', `${look('fds')}; exit 1`));
  // What whoever starts the daemon leaves open is theirs to hand on.
  const alone = 'import os, sys; os.closerange(3, 1024); os.execv(sys.argv[1], sys.argv[1:])';
  const command = ['/usr/bin/python3', '-c', alone, ...HARNESS_FROM_SOURCE] as const;
  await startDaemon(home, { policy: QUICK, command });
  for (const name of ['fds', 'hook-fds']) {
    const text = await waitFor(name, () =>
      readFile(join(home.workDir, name), 'utf8').catch(() => undefined),
    );
    const beyond = text.split('\n').filter((line) => Number.parseInt(line, 10) > 2);
    // What `ls` itself has opened to look, and the file that its shell keeps the place of.
    expect(
      beyond.filter((line) => !line.includes('/proc/')),
      name,
    ).toEqual([]);
  }
});

it('shows a hook nothing of an env_file, and a harness nothing of the service manager', async () => {
  const home = await newHome();
  const secrets = join(home.workDir, 'agent.env');
  await writeFile(secrets, 'AGENT_KEY=only-for-the-agent\n', { mode: 0o600 });
  const hook = await writeScript(
    home.workDir,
    'hook',
    `#!/bin/sh\nenv >${home.workDir}/hook.env\n`,
  );
  const keys = `env_file = ${JSON.stringify(secrets)}\n`;
  await writeConfig(
    home,
    notifyTable(home, '', [hook]) +
      shell('dies', `env >${home.workDir}/agent.env.seen; exit 1`) +
      keys,
  );
  const daemon = await startDaemon(home, {
    policy: QUICK,
    env: { NOTIFY_SOCKET: join(home.runDir, 'nobody'), WATCHDOG_USEC: '60000000' },
  });
  const seen = (name: string): Promise<string> =>
    waitFor(name, async () => {
      const text = await readFile(join(home.workDir, name), 'utf8').catch(() => '');
      return text === '' ? undefined : text;
    });
  expect(await seen('agent.env.seen')).toContain('AGENT_KEY=only-for-the-agent');
  expect(await seen('agent.env.seen')).not.toMatch(/^(?:NOTIFY_SOCKET|WATCHDOG_)/m);
  expect(await seen('hook.env')).not.toContain('only-for-the-agent');
  await daemon.down();
});

it('listens on loopback alone unless told otherwise, and nowhere when told so', async () => {
  const home = await newHome();
  await writeConfig(home, notifyTable(home));
  const daemon = await startDaemon(home, { policy: QUICK });
  expect(listening(daemon)).toEqual([`0100007F:${hex(home.metricsPort)}`]);
  await writeFile(home.configFile, `${notifyTable(home)}[server]\nmetrics_listen = "off"\n`);
  expect((await harness(home, ['reload'])).code).toBe(0);
  expect(listening(daemon)).toEqual([]);
});

const asRoot = process.getuid?.() === 0;

it.runIf(asRoot)(
  'answers nobody else on its socket, not even one who knows where it is',
  async () => {
    const home = await newHome();
    await writeConfig(home, notifyTable(home));
    await startDaemon(home, { policy: QUICK });
    const socket = join(home.runDir, 'harness.sock');
    const knock = `import socket; s = socket.socket(socket.AF_UNIX); s.connect(${JSON.stringify(socket)}); print("open")`;
    const asNobody = (): string => {
      try {
        return execFileSync(
          'setpriv',
          ['--reuid=65534', '--regid=65534', '--clear-groups', '/usr/bin/python3', '-c', knock],
          { encoding: 'utf8', stdio: 'pipe' },
        );
      } catch (error) {
        return String(error);
      }
    };
    await chmod(home.dir, 0o755);
    expect(asNobody()).toContain('Permission denied');
    // The mode of the socket alone keeps them out as well.
    await chmod(home.runDir, 0o755);
    expect(asNobody()).toContain('Permission denied');
    await chmod(socket, 0o666);
    expect(asNobody()).toBe('open\n');
  },
);

/** The local addresses of the daemon's own listening sockets, as the kernel writes them. */
function listening({ pid }: RunningDaemon): string[] {
  const inodes = new Set(
    readdirSync(`/proc/${pid}/fd`).flatMap(
      (fd) => /^socket:\[(\d+)\]$/.exec(linkOf(pid, fd))?.[1] ?? [],
    ),
  );
  return ['tcp', 'tcp6'].flatMap((kind) =>
    readFileSync(`/proc/net/${kind}`, 'utf8')
      .split('\n')
      .map((line) => line.trim().split(/\s+/))
      .filter(([, , , state, , , , , , inode = '']) => state === '0A' && inodes.has(inode))
      .map(([, address = '']) => address),
  );
}

function linkOf(pid: number, fd: string): string {
  try {
    return readlinkSync(`/proc/${pid}/fd/${fd}`);
  } catch {
    return '';
  }
}

function hex(port: number): string {
  return port.toString(16).toUpperCase().padStart(4, '0');
}
