import { spawn } from 'node:child_process';
import {
  closeSync,
  fdatasyncSync,
  mkdtempSync,
  openSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compose, describeFact, emptyMemory } from '@harness/notify-core';
import { openStore, type Store } from '@harness/store';
import type { Measure, Round } from '../measure.ts';
import type { Row } from '../row.ts';

const ROUNDS = 200;
const QUICK_ROUNDS = 30;
const UNIT = 'ms';

/** What it costs that no notification is forgotten: its record on the way to the hook, and the same on the disk itself. */
export const record: Row = async ({ quick }) => {
  const folder = mkdtempSync(join(tmpdir(), 'bench-record-'));
  const store = openStore({ folder, nowMs: () => Date.now(), onTrouble: refuseTrouble });
  const rounds = quick ? QUICK_ROUNDS : ROUNDS;
  try {
    return [await onTheWay(store, rounds), await synced(store, folder, rounds)];
  } finally {
    store.close();
    rmSync(folder, { recursive: true, force: true });
  }
};

async function onTheWay(store: Store, rounds: number): Promise<Measure> {
  const measured: Round[] = [];
  for (let number = 0; number < rounds; number += 1) {
    warmUp(store, `way-${number}`);
    const ours = elapsedMs(() => startDelivery(store, `way-${number}`));
    finish(store, `way-${number}`);
    measured.push({ ours, yardstick: await spawnMs() });
  }
  return {
    what: 'record of a delivery over one spawn',
    unit: UNIT,
    rounds: measured,
    target: { of: 'ratio', most: 0.05 },
  };
}

async function synced(store: Store, folder: string, rounds: number): Promise<Measure> {
  const log = join(folder, 'harness.db-wal');
  const file = openSync(join(folder, 'yardstick'), 'a');
  const measured: Round[] = [];
  for (let number = 0; number < rounds; number += 1) {
    // The log is written anew from its beginning now and then; how much one record takes is known from one that grew it.
    warmUp(store, `synced-${number}`);
    const before = statSync(log).size;
    const beganMs = performance.now();
    startDelivery(store, `synced-${number}`);
    await store.sync();
    const ours = performance.now() - beganMs;
    const bytes = Buffer.alloc(Math.max(statSync(log).size - before, LEAST_BYTES), 'x');
    const yardstick = elapsedMs(() => {
      writeSync(file, bytes);
      fdatasyncSync(file);
    });
    finish(store, `synced-${number}`);
    measured.push({ ours, yardstick });
  }
  closeSync(file);
  return {
    what: 'synced record over append and fdatasync',
    unit: UNIT,
    rounds: measured,
    target: { of: 'ratio', most: 1.5 },
  };
}

// Two commits of one page each, with the log's own heads.
const LEAST_BYTES = 2 * (4096 + 24);

// Made beforehand: a payload is composed whether it is recorded or not.
const RAISED_AT_MS = Date.now();
const PAYLOAD = compose(
  describeFact('claude-rc', {
    kind: 'gave_up',
    exit: { kind: 'exited', code: 1 },
    restarts: 6,
    longestRunMs: 800,
    lastLine: 'Error: You must be logged in to use Remote Control.',
  }),
  { host: 'kitt', harness: 'claude-rc', timeMs: RAISED_AT_MS, id: 'x'.repeat(36) },
  (text) => text,
);

function startDelivery(store: Store, id: string): void {
  store.enqueue({
    id,
    harness: 'claude-rc',
    event: 'failed',
    payload: (seq, storeId) => ({ ...PAYLOAD, seq, store: storeId }),
    hook: { command: ['/home/me/notify.sh'], timeoutMs: 15_000, delivery: 1 },
    raisedAtMs: RAISED_AT_MS,
    memory: emptyMemory(),
  });
  store.started(id, RAISED_AT_MS);
}

// The first to touch memory after a start of a program pays for the copies that the start left to be made.
function warmUp(store: Store, id: string): void {
  startDelivery(store, `${id}-before`);
  finish(store, `${id}-before`);
}

function finish(store: Store, id: string): void {
  const detail = { kind: 'exited', code: 0 };
  store.finished(id, { result: 'ok', detail, durationMs: 1, atMs: Date.now() });
}

/** How long a start of a program as the hook is started keeps its caller. */
async function spawnMs(): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const took = elapsedMs(() => {
    const child = spawn('/bin/true', { detached: true, stdio: ['pipe', 'pipe', 'pipe'] });
    child.on('close', () => resolve());
    child.stdin.on('error', () => child.stdin.destroy());
    child.stdin.end();
  });
  await promise;
  return took;
}

function elapsedMs(work: () => void): number {
  const beganMs = performance.now();
  work();
  return performance.now() - beganMs;
}

function refuseTrouble({ kind }: { readonly kind: string }): void {
  throw new Error(`the disk does not take what is measured: ${kind}`);
}
