import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createHistogram, monitorEventLoopDelay } from 'node:perf_hooks';
import { median } from './statistics.ts';

// Loaded into the daemon that is watched; when the daemon ends, it writes what it saw to the file that its own address
// names: `soak-probe.ts?seen=FILE`. SIGUSR2 ends the watch: what asks the daemon afterwards does not count.

const SAMPLE_EVERY_MS = 1000;
// Until then the daemon loads itself, which is no part of what it does to its harnesses.
const LOADED_AFTER_MS = 8000;
const RESOLUTION_MS = 1;
const NS_PER_MS = 1e6;
const US_PER_MS = 1e3;
const SPAWNS = 30;
const SETTLED_AFTER = 1 / 3;

/** What the probe saw of its process. */
export interface Seen {
  /** 99.9th percentile of how late the event loop was. */
  readonly lateMs: number;
  /** How long one start of a program by Node kept the loop of this very process: the median. */
  readonly spawnMs: number;
  /** 99.9th percentile of what the main thread worked between two ticks, and a start's median: processor time. */
  readonly workMs: number;
  readonly spawnWorkMs: number;
  /** Resident memory once the run has settled, and at its end. */
  readonly settledBytes: number;
  readonly endBytes: number;
}

const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
const work = createHistogram();
const spawns: number[] = [];
const spawnWork: number[] = [];
const memory: number[] = [];
let ticking: NodeJS.Timeout | undefined;
let sampling: NodeJS.Timeout | undefined;

function watchLoop(): void {
  delays.enable();
  let beforeUs = workedUs();
  ticking = setInterval(() => {
    const nowUs = workedUs();
    // A histogram takes no 0.
    work.record(Math.max(1, nowUs - beforeUs));
    beforeUs = nowUs;
  }, RESOLUTION_MS).unref();
}

function watchMemory(): void {
  sampling = setInterval(() => memory.push(process.memoryUsage.rss()), SAMPLE_EVERY_MS).unref();
}

function unwatch(): void {
  delays.disable();
  clearInterval(ticking);
  clearInterval(sampling);
}

/** Starts programs by Node alone, when the watch is over: they have no part in what was seen. */
async function timeSpawns(): Promise<void> {
  for (let count = 0; count < SPAWNS; count += 1) {
    const beganUs = workedUs();
    const beganMs = performance.now();
    const child = spawn('/bin/true', { detached: true, stdio: 'ignore' });
    spawns.push(performance.now() - beganMs);
    spawnWork.push((workedUs() - beganUs) / US_PER_MS);
    await once(child, 'exit');
  }
}

function workedUs(): number {
  const { user, system } = process.threadCpuUsage();
  return user + system;
}

function seen(): Seen {
  const settled = Math.floor(memory.length * SETTLED_AFTER);
  const lastFew = memory.slice(-Math.max(1, Math.floor(memory.length / 10)));
  return {
    lateMs: delays.percentile(99.9) / NS_PER_MS - RESOLUTION_MS,
    spawnMs: median(spawns),
    workMs: work.percentile(99.9) / US_PER_MS,
    spawnWorkMs: median(spawnWork),
    settledBytes: median(memory.slice(settled, settled + lastFew.length)),
    endBytes: median(lastFew),
  };
}

const file = new URL(import.meta.url).searchParams.get('seen');
if (file !== null) {
  setTimeout(() => {
    watchLoop();
    watchMemory();
  }, LOADED_AFTER_MS).unref();
  process.on('SIGUSR2', async () => {
    unwatch();
    await timeSpawns();
  });
  process.on('exit', () => writeFileSync(file, JSON.stringify(seen())));
}
