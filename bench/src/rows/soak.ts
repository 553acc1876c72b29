import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { COMMAND, requireBuild } from '../command.ts';
import type { Measure } from '../measure.ts';
import type { Row } from '../row.ts';
import type { Seen } from '../soak-probe.ts';

const HARNESSES = 300;
const WAVE_EVERY_MS = 20_000;
const QUICK_WAVES = 2;
// After the last wave: then nothing is on its way any more, and all that was raised must have its result.
const REST_MS = 86_400_000;
const LOOK_EVERY_MS = 1000;
const MEGABYTE = 2 ** 20;

/** Three hundred harnesses that crash at once, again and again: nothing is forgotten, nothing grows, nothing stalls. */
export const soak: Row = async ({ quick, seconds }) => {
  requireBuild();
  const waves = quick ? QUICK_WAVES : Math.ceil((2000 * seconds) / WAVE_EVERY_MS);
  const home = await soakHome();
  const daemon = startDaemon(home, waves);
  try {
    await pause(waves * WAVE_EVERY_MS);
    daemon.kill('SIGUSR2');
    const accounted = await accountedFor(home.metrics, HARNESSES * (waves + 1));
    daemon.kill('SIGTERM');
    await once(daemon, 'exit');
    const seen: Seen = JSON.parse(readFileSync(home.seen, 'utf8'));
    return measures(accounted, seen);
  } finally {
    daemon.kill('SIGKILL');
    rmSync(home.folder, { recursive: true, force: true, maxRetries: 3 });
  }
};

function measures({ raised, counted }: Accounted, seen: Seen): readonly Measure[] {
  return [
    {
      what: 'alerts raised that have no result, beside all that were raised',
      unit: 'alerts',
      rounds: [{ ours: Math.abs(raised - counted), yardstick: raised }],
      target: { of: 'ours', most: 0 },
    },
    {
      what: 'memory at the end over memory once settled',
      unit: 'MB',
      rounds: [{ ours: seen.endBytes / MEGABYTE, yardstick: seen.settledBytes / MEGABYTE }],
      target: { of: 'ratio', most: 1.1 },
    },
    {
      what: '99.9th percentile of loop delay over one spawn',
      unit: 'ms',
      rounds: [{ ours: seen.lateMs, yardstick: seen.spawnMs }],
      target: { of: 'ratio', most: 5 },
    },
    // Where others keep the processors busy, the loop is late for them too: this is its own part.
    {
      what: 'the same in processor time of the main thread',
      unit: 'ms',
      rounds: [{ ours: seen.workMs, yardstick: seen.spawnWorkMs }],
    },
  ];
}

interface SoakHome {
  readonly folder: string;
  readonly metrics: string;
  readonly seen: string;
}

async function soakHome(): Promise<SoakHome> {
  const folder = mkdtempSync(join(tmpdir(), 'soak-'));
  for (const name of ['run', 'state', 'config/harness']) {
    mkdirSync(join(folder, name), { recursive: true, mode: 0o700 });
  }
  const port = await freePort();
  writeFileSync(join(folder, 'config/harness/harness.toml'), soakConfig(port));
  return { folder, metrics: `http://127.0.0.1:${port}/metrics`, seen: join(folder, 'seen.json') };
}

function soakConfig(port: number): string {
  const harnesses = Array.from(
    { length: HARNESSES },
    (_, number) =>
      `[harness.h${number}]\nharness = "command"\nargv = ["/bin/false"]\nenabled = true\n`,
  );
  return `[server]
metrics_listen = "127.0.0.1:${port}"
[notify]
command = ["/bin/true"]
events = ["flapping"]
cooldown = "30s"
${harnesses.join('')}`;
}

function startDaemon({ folder, seen }: SoakHome, waves: number): ChildProcess {
  // Each crash is an alert, and nobody gives up.
  const policy = {
    maxRestarts: 1e9,
    flapStreak: 1,
    flapQuickExits: 1,
    backoffMs: [...Array.from({ length: waves }, () => WAVE_EVERY_MS), REST_MS],
  };
  const probe = new URL('../soak-probe.ts', import.meta.url);
  probe.searchParams.set('seen', seen);
  return spawn(COMMAND, ['daemon'], {
    stdio: 'ignore',
    env: {
      PATH: '/usr/bin:/bin',
      HOME: folder,
      XDG_CONFIG_HOME: join(folder, 'config'),
      XDG_STATE_HOME: join(folder, 'state'),
      XDG_RUNTIME_DIR: join(folder, 'run'),
      HARNESS_POLICY: JSON.stringify(policy),
      NODE_OPTIONS: `--import ${probe.href}`,
    },
  });
}

interface Accounted {
  readonly raised: number;
  readonly counted: number;
}

/** Waits until all that was raised has its result, or nothing has come for longer than from wave to wave. */
async function accountedFor(metrics: string, raised: number): Promise<Accounted> {
  let counted = 0;
  for (let newsMs = performance.now(); performance.now() < newsMs + 3 * WAVE_EVERY_MS; ) {
    const text = await (await fetch(metrics)).text();
    const now = sumOf(text, 'harness_notify_deliveries_total', 'event="flapping"');
    newsMs = now > counted ? performance.now() : newsMs;
    counted = now;
    if (counted >= raised) {
      break;
    }
    await pause(LOOK_EVERY_MS);
  }
  return { raised, counted };
}

function sumOf(text: string, name: string, label: string): number {
  return text
    .split('\n')
    .filter((line) => line.startsWith(`${name}{`) && line.includes(label))
    .reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') {
    throw new Error('the system gave no port');
  }
  return address.port;
}
