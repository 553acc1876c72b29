import { emptyMemory, type HarnessMemory, restoreMemory } from '@harness/notify-core';
import type { Store } from '@harness/store';

/** What notification decisions remember, by harness. */
export interface Memories {
  of(harness: string): HarnessMemory;
  /** Keeps it here; the store takes it with the record that it belongs to, or by `save`. */
  keep(harness: string, memory: HarnessMemory): void;
  /** Keeps it here and in the store. */
  save(harness: string, memory: HarnessMemory): void;
  forget(harness: string): void;
  readonly names: readonly string[];
}

/** The memories that the store kept. */
export function createMemories(store: Store): Memories {
  const memories = new Map<string, HarnessMemory>();
  for (const [harness, { memory }] of store.harnesses()) {
    if (memory !== undefined) {
      memories.set(harness, restoreMemory(memory));
    }
  }
  return {
    of: (harness) => memories.get(harness) ?? emptyMemory(),
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
    get names() {
      return [...memories.keys()];
    },
  };
}
