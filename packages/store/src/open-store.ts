import { join } from 'node:path';
import { keepHarnesses } from './keep-harnesses.ts';
import { keepHeldBack } from './keep-held-back.ts';
import { keepHistory } from './keep-history.ts';
import { keepOutbox } from './keep-outbox.ts';
import { keepRuns } from './keep-runs.ts';
import { Ledger } from './ledger.ts';
import type { Opening } from './open-file.ts';
import type { Opened, PreviousLife, Store } from './store.ts';
import type { OnTrouble } from './trouble.ts';
import { walSync } from './wal-sync.ts';
import { warm } from './warm.ts';

/** The store's file in the state folder. */
export const STORE_FILE = 'harness.db';

/** Where the store lies and how it tells the time. */
export interface StoreOptions {
  /** The state folder; made (mode 0700) when it is missing. The file in it is `harness.db`. */
  readonly folder: string;
  /** Unix milliseconds, for names and for the health. */
  readonly nowMs: () => number;
  readonly onTrouble: OnTrouble;
  /** How often held-back counts are written at most; 1,000 by default. */
  readonly flushMs?: number;
  /** How often a disk that refused is tried again; 5,000 by default. */
  readonly retryMs?: number;
}

/**
 * Opens the store, whatever state its file is in: the answer is a store that works, and
 * `store.opened` and `store.health()` say how. Its timers do not keep the process alive.
 */
export function openStore(options: StoreOptions): Store {
  const ledger = new Ledger({
    path: join(options.folder, STORE_FILE),
    nowMs: options.nowMs,
    onTrouble: options.onTrouble,
    retryMs: options.retryMs ?? 5_000,
  });
  const heldBack = keepHeldBack(ledger, options.flushMs ?? 1_000);
  const harnesses = keepHarnesses(ledger);
  const wal = walSync(ledger);
  return {
    ...harnesses,
    ...keepOutbox(ledger),
    ...heldBack,
    ...keepHistory(ledger),
    ...keepRuns(ledger),
    dropHarness: (harness) => {
      // A count written later would bring a memory back.
      heldBack.flushHeld();
      harnesses.dropHarness(harness);
    },
    opened: openedOf(ledger.opening),
    get storeId() {
      return ledger.image.meta.store_id;
    },
    openedAfter: () => previousLife(ledger.opening),
    alive: (atMs, { clean = false } = {}) => {
      ledger.tend();
      const row = { ...ledger.image.meta, alive_ms: atMs, clean: clean ? 1 : 0 };
      ledger.write({ kind: 'meta', row });
    },
    together: (work) => ledger.together(work),
    warm: () => warm(ledger),
    sync: wal.sync,
    health: () => ledger.health(),
    retry: () => ledger.retry(),
    close: () => {
      heldBack.flushHeld();
      ledger.close();
      wal.close();
    },
  };
}

function openedOf(opening: Opening): Opened {
  switch (opening.kind) {
    case 'opened':
    case 'created':
      return { kind: opening.kind };
    case 'moved_aside': {
      const { kind, movedTo, reason } = opening;
      return { kind, movedTo, reason };
    }
    case 'memory':
      return { kind: 'memory', reason: opening.reason };
  }
}

function previousLife(opening: Opening): PreviousLife {
  if (opening.kind === 'memory' || opening.kind === 'moved_aside') {
    return { clean: false };
  }
  const { clean, alive_ms } = opening.file.loaded.meta;
  return { clean: clean === 1, ...(alive_ms === null ? {} : { lastAliveMs: alive_ms }) };
}
