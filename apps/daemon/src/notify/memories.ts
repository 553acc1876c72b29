import { emptyMemory, type HarnessMemory, rebase, restoreMemory } from '@harness/notify-core';
import type { Store } from '@harness/store';
import type { Clock } from '../clock.ts';

/** What notification decisions remember, by harness. */
export interface Memories {
  has(harness: string): boolean;
  /** A fresh one where nothing is remembered. */
  of(harness: string): HarnessMemory;
  /** Keeps it here; the store takes it with the record that it belongs to, or by `save`. */
  keep(harness: string, memory: HarnessMemory): void;
  /** Keeps it here and in the store. */
  save(harness: string, memory: HarnessMemory): void;
  forget(harness: string): void;
  /** Takes in what the store knows of harnesses that are not remembered here. */
  takeIn(): void;
  readonly names: readonly string[];
}

/** The memories that the store kept. */
export function createMemories(store: Store, clock: Clock): Memories {
  const memories = new Map<string, HarnessMemory>();
  let newest = 0;

  function takeIn(): void {
    for (const [harness, { memory }] of store.harnesses()) {
      if (memory !== undefined && !memories.has(harness)) {
        // Stored by a clock that may have been ahead of this one: no window outlasts one cooldown from now.
        memories.set(harness, rebase(restoreMemory(memory), 0, clock.nowMs()));
      }
    }
  }

  // A harness that comes back under its old name must not take over deliveries of the old one that are under way.
  function fresh(): HarnessMemory {
    newest = Math.max(newest + 1, Math.floor(clock.nowMs()));
    return { ...emptyMemory(), nextDelivery: newest };
  }

  takeIn();
  return {
    has: (harness) => memories.has(harness),
    of: (harness) => memories.get(harness) ?? fresh(),
    keep: (harness, memory) => {
      memories.set(harness, memory);
    },
    save: (harness, memory) => {
      memories.set(harness, memory);
      store.saveMemory(harness, memory);
    },
    forget: (harness) => {
      memories.delete(harness);
    },
    takeIn,
    get names() {
      return [...memories.keys()];
    },
  };
}
