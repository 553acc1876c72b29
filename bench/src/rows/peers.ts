import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { env as ownEnvironment } from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { requireBuild } from '../command.ts';
import {
  type Contender,
  removeFolder,
  startDaemon,
  startProgram,
  throwawayFolder,
} from '../contender.ts';
import type { Measure } from '../measure.ts';
import { debianEnvironment, debianProgram, PM2, PYTHON } from '../peers/places.ts';
import { setUpPeers } from '../peers/set-up.ts';
import { agentLog } from '../redaction/agent-log.ts';
import type { Effort } from '../row.ts';
import { waitUntil } from '../wait-until.ts';

const MEGABYTE = 1_000_000;
const PATIENCE_MS = 300_000;
const READY_MS = 2_500;
/** What each takes before the time counts: the question is a harness that goes on printing, not its first second. */
const FIRST_BYTES = 5 * MEGABYTE;

type Peer = 'daemon' | 'cat' | 'pm2' | 'supervisord';

/**
 * A program that prints as fast as it can through a pipe into a log, redacted by the daemon, against pm2 and
 * supervisord, which redact nothing. From the first byte to the last one in the log, for each of them.
 */
export async function peers({ quick }: Effort): Promise<readonly Measure[]> {
  requireBuild();
  const folder = throwawayFolder();
  const size = (quick ? 5 : 40) * MEGABYTE;
  // Whole lines: the daemon waits a moment for the rest of an unfinished one before it logs it.
  writeFileSync(join(folder, 'agent.txt'), [agentLog(size), '\n'].join(''));
  writeFileSync(join(folder, 'first.txt'), [agentLog(FIRST_BYTES), '\n'].join(''));
  const present = presentPeers();
  try {
    const rounds: Record<Peer, number>[] = [];
    for (let round = 0; round < (quick ? 1 : 3); round += 1) {
      const ns: Record<Peer, number> = { daemon: 0, cat: 0, pm2: 0, supervisord: 0 };
      for (const peer of present) {
        const place = join(folder, `${peer}-${round}`);
        mkdirSync(place);
        ns[peer] = (await RUN[peer](place, folder, size)) / size;
      }
      rounds.push(ns);
    }
    return present
      .filter((peer) => peer !== 'daemon')
      .map((peer) => ({
        what: `a byte from a pipe to the log, over ${NAMES[peer]}`,
        unit: 'ns',
        rounds: rounds.map((ns) => ({ ours: ns.daemon, yardstick: ns[peer] })),
        ...(peer === 'pm2' ? { target: { of: 'ratio', most: 1 } as const } : {}),
      }));
  } finally {
    removeFolder(folder);
  }
}

const NAMES: Readonly<Record<Peer, string>> = {
  daemon: 'the daemon',
  cat: 'cat | cat > file',
  pm2: 'pm2',
  supervisord: 'supervisord',
};

function presentPeers(): readonly Peer[] {
  const there = setUpPeers(['supervisord', 'pm2']);
  const all: readonly Peer[] = ['daemon', 'cat', 'supervisord', 'pm2'];
  return all.filter((peer) => peer === 'daemon' || peer === 'cat' || there.has(peer));
}

type Run = (place: string, folder: string, size: number) => Promise<number>;

const RUN: Readonly<Record<Peer, Run>> = {
  daemon: daemonNs,
  cat: catNs,
  pm2: pm2Ns,
  supervisord: supervisordNs,
};

/** Waits for a go, so that nobody's start is timed. */
function printer(place: string, folder: string): string {
  return `cat ${folder}/first.txt; while [ ! -e ${place}/go ]; do sleep 0.02; done; cat ${folder}/agent.txt; exec sleep infinity`;
}

async function daemonNs(place: string, folder: string, size: number): Promise<number> {
  await using _daemon = startDaemon(
    place,
    `[server]\nmetrics_listen = "off"\n[harness.loud]\nharness = "generic"\nenabled = true\nargs = ["-c", ${JSON.stringify(printer(place, folder))}]\n`,
    {},
  );
  const log = join(place, 'state/harness/logs/loud.log');
  await waitUntil('its log is there', () => existsSync(log));
  return await untilTaken(place, () => grownBytes(log), size);
}

/** A log and the ones that were rotated away; redaction takes some bytes and adds a line or two. */
function grownBytes(log: string): number {
  const logs = [log, ...Array.from({ length: 9 }, (_, index) => `${log}.${index + 1}`)];
  return logs.reduce((sum, one) => sum + sizeOf(one), 0);
}

function catNs(place: string, folder: string): Promise<number> {
  const begunMs = performance.now();
  execFileSync('sh', ['-c', `cat ${folder}/agent.txt | cat >${place}/copy.txt`]);
  return Promise.resolve((performance.now() - begunMs) * 1e6);
}

async function supervisordNs(place: string, folder: string, size: number): Promise<number> {
  const log = join(place, 'out.log');
  const script = join(place, 'print.sh');
  writeFileSync(script, `#!/bin/sh\n${printer(place, folder)}\n`, { mode: 0o755 });
  writeFileSync(
    join(place, 'supervisord.conf'),
    `[supervisord]\nnodaemon=true\nlogfile=${place}/own.log\npidfile=${place}/pid\n[program:loud]\ncommand=${script}\nstdout_logfile=${log}\nstdout_logfile_maxbytes=0\n`,
  );
  await using _supervisord: Contender = startProgram('/usr/bin/env', [
    ...Object.entries(debianEnvironment()).map(([name, value]) => `${name}=${value}`),
    PYTHON,
    debianProgram('supervisord'),
    '-c',
    join(place, 'supervisord.conf'),
  ]);
  await sleep(READY_MS);
  return await untilTaken(place, () => sizeOf(log), size);
}

async function pm2Ns(place: string, folder: string, size: number): Promise<number> {
  const log = join(place, 'out.log');
  const script = join(place, 'print.sh');
  writeFileSync(script, `#!/bin/sh\n${printer(place, folder)}\n`, { mode: 0o755 });
  const app = {
    name: 'loud',
    script,
    interpreter: 'none',
    out_file: log,
    merge_logs: true,
    autorestart: false,
  };
  writeFileSync(join(place, 'apps.json'), JSON.stringify({ apps: [app] }));
  await pm2(place, 'start', join(place, 'apps.json'));
  try {
    await sleep(READY_MS);
    return await untilTaken(place, () => sizeOf(log), size);
  } finally {
    await pm2(place, 'kill');
  }
}

function pm2(place: string, ...words: readonly string[]): Promise<void> {
  const env = { ...ownEnvironment, PM2_HOME: join(place, 'pm2') };
  const child = spawn(process.execPath, [PM2, ...words], { env, stdio: 'ignore' });
  return new Promise((resolve, reject) => {
    child.once('exit', () => resolve());
    child.once('error', reject);
  });
}

/** From the go until the log holds all, in nanoseconds. */
async function untilTaken(place: string, taken: () => number, size: number): Promise<number> {
  const first = watched(taken, 0, FIRST_BYTES);
  await waitUntil('the first part is in the log', first.isOver, PATIENCE_MS);
  const before = taken();
  const begunMs = performance.now();
  writeFileSync(join(place, 'go'), '');
  const rest = watched(taken, before, size);
  await waitUntil('all is in the log', rest.isOver, PATIENCE_MS);
  return (rest.changedMs() - begunMs) * 1e6;
}

/** Over when a log has grown by most of `size` since it held `before`, and grows no more. */
function watched(
  taken: () => number,
  before: number,
  size: number,
): { readonly isOver: () => boolean; readonly changedMs: () => number } {
  let last = before;
  let changedMs = performance.now();
  return {
    isOver: () => {
      const now = taken();
      if (now !== last) {
        last = now;
        changedMs = performance.now();
      }
      return last - before >= size * MOST_OF_IT && performance.now() - changedMs > STILL_MS;
    },
    changedMs: () => changedMs,
  };
}

// A redacted secret may be shorter than it was.
const MOST_OF_IT = 0.9;
const STILL_MS = 300;

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}
