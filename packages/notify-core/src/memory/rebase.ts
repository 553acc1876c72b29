import { emptyMemory, type HarnessMemory, MEMORY_VERSION, NEVER_MS } from './harness-memory.ts';

/**
 * Moves a memory to another monotonic clock: `shiftMs` is the other clock's reading minus this
 * one's at the same moment. What would then lie after `nowMs`, an instant of the other clock,
 * counts as `nowMs`, so that no window outlasts one cooldown from now.
 */
export function rebase(memory: HarnessMemory, shiftMs: number, nowMs: number): HarnessMemory {
  const moved = (atMs: number): number =>
    atMs === NEVER_MS ? NEVER_MS : Math.min(atMs + shiftMs, nowMs);
  return {
    ...memory,
    stampsMs: memory.stampsMs.map(moved),
    episodes: memory.episodes.map((one) => ({ ...one, sinceMs: moved(one.sinceMs) })),
    held: memory.held.map((one) => ({ ...one, sinceMs: moved(one.sinceMs) })),
  };
}

/**
 * Takes a memory that was kept as JSON. Anything of another version is begun anew: an alert too
 * many is better than a harness that is silent because its memory cannot be read.
 */
export function restoreMemory(kept: unknown): HarnessMemory {
  const empty = emptyMemory();
  if (!isMemory(kept)) {
    return empty;
  }
  return {
    ...kept,
    stampsMs: empty.stampsMs.map((never, place) => kept.stampsMs[place] ?? never),
    suppressed: empty.suppressed.map((none, place) => kept.suppressed[place] ?? none),
  };
}

function isMemory(kept: unknown): kept is HarnessMemory {
  return (
    typeof kept === 'object' &&
    kept !== null &&
    'version' in kept &&
    kept.version === MEMORY_VERSION
  );
}
