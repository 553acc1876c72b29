import type { Store } from '@harness/store';

/** Makes the next alert quick again after a fork: see {@link Store.warm}. */
export interface WarmUp {
  /** A program was started, by a fork. */
  forked(): void;
}

/** Forks come in bursts, and what an exit or a start still has to do comes first. */
const QUIET_MS = 25;

export function createWarmUp(store: Pick<Store, 'warm'>): WarmUp {
  let timer: NodeJS.Timeout | undefined;
  return {
    forked() {
      timer ??= setTimeout(() => store.warm(), QUIET_MS).unref();
      timer.refresh();
    },
  };
}
