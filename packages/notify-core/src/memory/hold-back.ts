import type { Arising, Decision } from './decision.ts';
import { mayLast } from './event-traits.ts';
import type { Episode, HarnessMemory, HeldBack } from './harness-memory.ts';
import { setSuppressed, suppressedOf } from './window.ts';

/** Counts a notification that an open window holds back, and remembers one that may last. */
export function holdBack(
  memory: HarnessMemory,
  arising: Arising,
  untilMs: number,
  nowMs: number,
): { readonly memory: HarnessMemory; readonly decision: Decision } {
  setSuppressed(memory, arising.event, suppressedOf(memory, arising.event) + 1);
  return {
    memory: mayLast(arising) ? remember(memory, arising, nowMs) : memory,
    decision: { kind: 'suppressed', reason: 'cooldown', untilMs },
  };
}

function remember(memory: HarnessMemory, arising: Arising, nowMs: number): HarnessMemory {
  const { event, proofMs } = arising;
  const open = memory.episodes.find((episode) => episode.event === event);
  // A failure that nobody is told of anew still lengthens what counts as being back.
  lengthenProof(open, proofMs);
  const prior = memory.held.find((held) => held.event === event);
  const held: HeldBack = prior ?? { event, episode: open?.id ?? arising.episodeId, sinceMs: nowMs };
  lengthenProof(held, proofMs);
  if (arising.detail !== undefined) {
    held.detail = arising.detail;
  }
  return prior === undefined ? { ...memory, held: [...memory.held, held] } : memory;
}

function lengthenProof(proven: Episode | HeldBack | undefined, proofMs: number | undefined): void {
  if (proven !== undefined && proofMs !== undefined) {
    proven.proofMs = Math.max(proven.proofMs ?? proofMs, proofMs);
  }
}
