import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { median } from './statistics.ts';

// Loaded into the daemon that is watched; when the daemon ends, it writes what it saw to the file that its own address
// names: `soak-probe.ts?seen=FILE`. SIGUSR2 ends the watch of the loop: what asks the daemon afterwards does not count.

const SAMPLE_EVERY_MS = 2000;
// Until then the daemon loads itself, which is no part of what it does to its harnesses.
const LOADED_AFTER_MS = 5000;
const RESOLUTION_MS = 1;
const NS_PER_MS = 1e6;
const SETTLED_AFTER = 1 / 3;

/** What the probe saw of its process. */
export interface Seen {
  /** 99.9th percentile of how late the event loop was. */
  readonly lateMs: number;
  /** How long one start of a program kept the loop, median. */
  readonly spawnMs: number;
  /** Resident memory once the run has settled, and at its end. */
  readonly settledBytes: number;
  readonly endBytes: number;
}

const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
const spawns: number[] = [];
const memory: number[] = [];

function sample(): void {
  const beganMs = performance.now();
  const child = spawn('/bin/true', { stdio: ['pipe', 'pipe', 'pipe'], detached: true });
  spawns.push(performance.now() - beganMs);
  child.stdin.end();
  memory.push(process.memoryUsage.rss());
}

function seen(): Seen {
  const settled = Math.floor(memory.length * SETTLED_AFTER);
  const lastFew = memory.slice(-Math.max(1, Math.floor(memory.length / 10)));
  return {
    lateMs: delays.percentile(99.9) / NS_PER_MS - RESOLUTION_MS,
    spawnMs: median(spawns),
    settledBytes: median(memory.slice(settled, settled + lastFew.length)),
    endBytes: median(lastFew),
  };
}

const file = new URL(import.meta.url).searchParams.get('seen');
if (file !== null) {
  setTimeout(() => {
    delays.enable();
    setInterval(sample, SAMPLE_EVERY_MS).unref();
  }, LOADED_AFTER_MS).unref();
  process.on('SIGUSR2', () => delays.disable());
  process.on('exit', () => writeFileSync(file, JSON.stringify(seen())));
}
