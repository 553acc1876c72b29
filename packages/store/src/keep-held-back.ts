import type { NotifiedEvent } from '@harness/notify-core';
import type { Change } from './change.ts';
import type { Ledger } from './ledger.ts';
import type { HeldReason, NewHeldBack } from './notification.ts';
import type { NotificationRow } from './rows.ts';
import type { NotificationRecords } from './store.ts';

/** Counts what is held back, and writes it. */
export type HeldBackCounts = Pick<NotificationRecords, 'heldBack' | 'flushHeld'>;

/** What one window holds back that is not written yet. */
interface Slot {
  readonly harness: string;
  readonly event: NotifiedEvent;
  readonly reason: HeldReason;
  readonly window: string | number;
  firstAtMs: number;
  lastAtMs: number;
  /** 0 when all is written. */
  unwritten: number;
  memory: (() => object) | undefined;
  /** The row as written last, and the numbering of rows in which it was. */
  written: NotificationRow | undefined;
  generation: number;
}

// A storm fills hundreds of windows in one second: written at once they would hold up everything else.
const SLICE = 32;
const NEXT_TURN_MS = 1;

/**
 * Makes the counts. A storm goes through here, so counting is two look-ups and an addition; the
 * disk sees one row per harness, event and window, at most once in `flushMs`.
 */
export function keepHeldBack(ledger: Ledger, flushMs: number): HeldBackCounts {
  const slots: Record<HeldReason, Map<string, Map<NotifiedEvent, Slot>>> = {
    suppressed: new Map(),
    unwanted: new Map(),
  };
  // Those of the second that runs, and those of the last one that are not written yet.
  let dirty: Slot[] = [];
  let due: Slot[] = [];
  let timer: NodeJS.Timeout | undefined;

  const write = (flushed: readonly Slot[]): void => ledger.write(...heldChanges(ledger, flushed));
  const wait = (work: () => void, forMs: number): void => {
    timer = setTimeout(work, forMs).unref();
  };
  const writeSlice = (): void => {
    timer = undefined;
    write(due.splice(0, SLICE));
    if (due.length > 0) {
      wait(writeSlice, NEXT_TURN_MS);
    } else if (dirty.length > 0) {
      wait(writeDue, flushMs);
    }
  };
  const writeDue = (): void => {
    due = dirty;
    dirty = [];
    writeSlice();
  };
  const flushHeld = (): void => {
    clearTimeout(timer);
    timer = undefined;
    const flushed = [...due, ...dirty];
    due = [];
    dirty = [];
    write(flushed);
  };
  const heldBack = (held: NewHeldBack): void => {
    const slot = slotOf(slots[held.reason], held);
    if (slot.unwritten === 0) {
      slot.firstAtMs = held.atMs;
      dirty.push(slot);
      if (timer === undefined) {
        wait(writeDue, flushMs);
      }
    }
    slot.unwritten += 1;
    slot.lastAtMs = held.atMs;
    slot.memory = held.memory ?? slot.memory;
  };
  return { heldBack, flushHeld };
}

function slotOf(byHarness: Map<string, Map<NotifiedEvent, Slot>>, held: NewHeldBack): Slot {
  let byEvent = byHarness.get(held.harness);
  if (byEvent === undefined) {
    byEvent = new Map();
    byHarness.set(held.harness, byEvent);
  }
  let slot = byEvent.get(held.event);
  if (slot?.window !== held.window) {
    slot = newSlot(held);
    byEvent.set(held.event, slot);
  }
  return slot;
}

function newSlot({ harness, event, reason, window, atMs }: NewHeldBack): Slot {
  return {
    harness,
    event,
    reason,
    window,
    firstAtMs: atMs,
    lastAtMs: atMs,
    unwritten: 0,
    memory: undefined,
    written: undefined,
    generation: 0,
  };
}

// A memory is asked for once per harness, however many of its windows are written.
function heldChanges(ledger: Ledger, flushed: readonly Slot[]): Change[] {
  const memories = new Map<string, () => object>();
  const changes: Change[] = [];
  for (const slot of flushed) {
    changes.push({ kind: 'notification', row: takeRow(ledger, slot) });
    if (slot.memory !== undefined) {
      memories.set(slot.harness, slot.memory);
    }
  }
  for (const [harness, memory] of memories) {
    changes.push({ kind: 'memo', harness, part: 'memory', json: JSON.stringify(memory()) });
  }
  return changes;
}

function takeRow(ledger: Ledger, slot: Slot): NotificationRow {
  const before = rowBefore(ledger, slot) ?? emptyRow(slot, ledger.takeRow());
  const row = { ...before, last_ms: slot.lastAtMs, count: before.count + slot.unwritten };
  slot.unwritten = 0;
  slot.written = row;
  slot.generation = ledger.generation;
  return row;
}

// The window may be older than this daemon.
function rowBefore(ledger: Ledger, slot: Slot): NotificationRow | undefined {
  if (slot.written !== undefined && slot.generation === ledger.generation) {
    return slot.written;
  }
  const [row] = ledger.read<NotificationRow>(
    `SELECT * FROM notification WHERE harness = ? AND event = ? AND result = ? AND window = ?
     ORDER BY row DESC LIMIT 1`,
    slot.harness,
    slot.event,
    slot.reason,
    String(slot.window),
  );
  return row;
}

function emptyRow(slot: Slot, row: number): NotificationRow {
  return {
    row,
    id: null,
    seq: null,
    harness: slot.harness,
    event: slot.event,
    episode: null,
    payload: null,
    hook: null,
    raised_ms: slot.firstAtMs,
    started_ms: null,
    finished_ms: null,
    result: slot.reason,
    detail: null,
    duration_ms: null,
    tail: null,
    window: String(slot.window),
    last_ms: slot.firstAtMs,
    count: 0,
  };
}
