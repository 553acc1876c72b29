import { setImmediate as nextTurn } from 'node:timers/promises';
import type { DrainPolicy } from './harness-process.ts';
import type { OutputReader } from './output-reader.ts';

/** 500 ms of quiet, 2 s in all. */
export const DRAIN_POLICY: DrainPolicy = { quietMs: 500, maxMs: 2000 };

/**
 * Waits, from the exit on, until a run's output is read: its end, or a quiet pause when a process in the
 * background holds it open. Output that is held back does not count as quiet.
 */
export async function drainOutput(reader: OutputReader, policy: DrainPolicy): Promise<void> {
  const untilMs = performance.now() + policy.maxMs;
  while (!reader.isEnded) {
    const before = reader.reads;
    const leftMs = untilMs - performance.now();
    await endOrPause(reader, Math.max(0, Math.min(policy.quietMs, leftMs)));
    // The pause may have been our own: a busy loop runs its timers before it reads what is waiting.
    await nextTurn();
    await nextTurn();
    const isQuiet = reader.reads === before && !reader.isPaused();
    if (isQuiet || leftMs <= policy.quietMs) {
      return;
    }
  }
}

function endOrPause(reader: OutputReader, pauseMs: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, pauseMs);
  return Promise.race([reader.ended, promise]).finally(() => clearTimeout(timer));
}
