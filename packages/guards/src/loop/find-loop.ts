import type { Context } from '../step.ts';
import type { Looping } from '../verdict.ts';
import { LONGEST_CYCLE, type Track } from './loop-state.ts';

/** The shortest cycle that a track has run through as often as it may, its newest call being the end of one. */
export function findLoop(track: Track, context: Context): Looping | undefined {
  for (let length = 1; length <= LONGEST_CYCLE; length += 1) {
    const loop = loopOf(track, length, context);
    if (loop !== undefined) {
      return loop;
    }
  }
  return undefined;
}

function loopOf(track: Track, length: number, context: Context): Looping | undefined {
  const calls = length + (track.repeats[length - 1] ?? 0);
  const count = Math.floor(calls / length);
  // No cycle may be repeated less often than one that does not wait.
  if (count < context.settings.loopLimit) {
    return undefined;
  }
  const cycle = track.calls.slice(-length);
  const waits = cycle.some((call) => call.waits);
  if (count < limitOf(waits, context) || cycle.some((call) => call.awaited)) {
    return undefined;
  }
  const tool = cycle[(length - (calls % length)) % length]?.tool;
  return tool === undefined ? undefined : { kind: 'looping', tool, count };
}

function limitOf(waits: boolean, { settings, policy }: Context): number {
  return waits ? settings.loopLimit * policy.waitingFactor : settings.loopLimit;
}
