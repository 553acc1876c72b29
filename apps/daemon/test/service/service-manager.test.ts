import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { harness, homes, startDaemon, waitFor, writeConfig } from '@harness/testkit';
import { pino } from 'pino';
import { afterEach, expect, it, onTestFinished } from 'vitest';
import { findServiceManager } from '../../src/service/service-manager.ts';
import { shell } from '../system/quick.ts';

const newHome = homes(afterEach);

const HAS_SYSTEMD = spawnSync('systemd-notify', ['--version']).status === 0;

/** Plays systemd's side of the protocol: prints what it is told, a datagram a line. */
const LISTENER = `
import os, socket, sys
ear = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
ear.bind(sys.argv[1])
print("listening", flush=True)
while True:
    data, fds, _, _ = socket.recv_fds(ear, 4096, 4)
    print(data.decode().replace("\\n", " ").strip(), flush=True)
    for fd in fds:
        os.close(fd)
`;

async function listener(path: string): Promise<() => readonly string[]> {
  const child = spawn('python3', ['-c', LISTENER, path], { stdio: ['ignore', 'pipe', 'inherit'] });
  let heard = '';
  child.stdout.on('data', (chunk: Buffer) => {
    heard += chunk.toString();
  });
  onTestFinished(async () => {
    const exit = once(child, 'exit');
    child.kill('SIGKILL');
    await exit;
  });
  await waitFor('the listener listens', () => heard.startsWith('listening'));
  // A barrier is no news: it says that the sender waits until it was read.
  return () =>
    heard
      .split('\n')
      .slice(1, -1)
      .filter((line) => !line.startsWith('BARRIER'));
}

it.runIf(HAS_SYSTEMD)(
  'tells systemd that it is up, again and again that it lives, and that it ends',
  async () => {
    const home = await newHome();
    const socket = join(home.dir, 'notify');
    const heard = await listener(socket);
    await writeConfig(
      home,
      shell('h', 'echo "socket=$NOTIFY_SOCKET usec=$WATCHDOG_USEC"; exec sleep 600'),
    );
    const daemon = await startDaemon(home, {
      env: { NOTIFY_SOCKET: socket, WATCHDOG_USEC: '400000' },
    });
    await waitFor(
      'signs of life',
      () => heard().filter((line) => line === 'WATCHDOG=1').length >= 3,
    );
    expect(heard()[0]).toContain('READY=1');
    const { out } = await harness(home, ['logs', 'h']);
    expect(out).toContain('socket= usec=\n');
    await daemon.down();
    expect(heard().at(-1)).toContain('STOPPING=1');
  },
);

it.runIf(HAS_SYSTEMD)('says nothing of a watchdog that waits for another process', async () => {
  const home = await newHome();
  const socket = join(home.dir, 'notify');
  const heard = await listener(socket);
  await writeConfig(home, '');
  const daemon = await startDaemon(home, {
    env: { NOTIFY_SOCKET: socket, WATCHDOG_USEC: '20000', WATCHDOG_PID: '1' },
  });
  await waitFor('it is up', () => heard().length > 0);
  await daemon.down();
  expect(heard()).toEqual([
    expect.stringContaining('READY=1'),
    expect.stringContaining('STOPPING=1'),
  ]);
});

it('goes on, and logs it once, where systemd cannot be told', async () => {
  const home = await newHome();
  await writeConfig(home, '');
  const daemon = await startDaemon(home, {
    env: { NOTIFY_SOCKET: join(home.dir, 'nobody'), WATCHDOG_USEC: '40000' },
  });
  await waitFor('it is logged', async () => (await daemon.log()).includes('service manager'));
  expect((await harness(home, ['list'])).code).toBe(0);
  await daemon.down();
  expect((await daemon.log()).match(/service manager/g)).toHaveLength(1);
});

/** A systemd-notify that notes its word, and takes as long as there is a file `slow`. */
function fakeNotify(): {
  env: Record<string, string>;
  said: () => readonly string[];
  folder: string;
} {
  const folder = mkdtempSync(join(tmpdir(), 'systemd-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const words = join(folder, 'words');
  writeFileSync(words, '');
  writeFileSync(
    join(folder, 'systemd-notify'),
    `#!/bin/sh\necho "$1" >>${words}\nwhile [ -e ${folder}/slow ]; do sleep 0.02; done\n`,
    { mode: 0o755 },
  );
  return {
    folder,
    env: { PATH: `${folder}:/usr/bin:/bin`, NOTIFY_SOCKET: '/nowhere', WATCHDOG_USEC: '20000' },
    said: () => readFileSync(words, 'utf8').split('\n').slice(0, -1),
  };
}

it('gives no sign of life while the starts of programs do not go on, and only one at a time', async () => {
  const { env, said, folder } = fakeNotify();
  const tasks: (() => void)[] = [];
  const inTurn = (task: () => void): void => {
    tasks.push(task);
  };
  const manager = findServiceManager({ env, log: pino({ enabled: false }), inTurn });
  await manager.ready();
  await waitFor('many turns are asked for', () => tasks.length >= 5);
  expect(said()).toEqual(['READY=1']);
  writeFileSync(join(folder, 'slow'), '');
  for (const task of tasks) {
    task();
  }
  await waitFor('a sign of life', () => said().length >= 2);
  rmSync(join(folder, 'slow'));
  await manager.stopping();
  expect(said()).toEqual(['READY=1', 'WATCHDOG=1', 'STOPPING=1']);
});
