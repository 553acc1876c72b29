import type { Change } from './change.ts';
import type { Ledger } from './ledger.ts';
import type { Ending, Enqueued, NewNotification, RecordedNotification } from './notification.ts';
import { presentNotification } from './present-entry.ts';
import type { NotificationRow } from './rows.ts';
import type { NotificationRecords } from './store.ts';

/** The notifications that are on their way, in the ledger. */
export type Outbox = Pick<
  NotificationRecords,
  'enqueue' | 'started' | 'finished' | 'unstarted' | 'openStarted'
>;

/** Makes the outbox. */
export function keepOutbox(ledger: Ledger): Outbox {
  const unfinished = (isStarted: boolean): RecordedNotification[] =>
    [...ledger.image.outbox.values()]
      .filter((row) => (row.started_ms !== null) === isStarted)
      .map(presentNotification);
  return {
    enqueue: (notification) => enqueue(ledger, notification),
    started: (id, atMs) => change(ledger, id, (row) => ({ ...row, started_ms: atMs })),
    finished: (id, ending) => change(ledger, id, (row) => ended(row, ending), ending.memory),
    unstarted: () => unfinished(false),
    openStarted: () => unfinished(true),
  };
}

function enqueue(ledger: Ledger, notification: NewNotification): Enqueued {
  const known = ledger.image.outbox.get(notification.id);
  if (known !== undefined) {
    return enqueuedBefore(ledger, known);
  }
  const seq = ledger.nextSeq();
  const storeId = ledger.image.meta.store_id;
  const payload = notification.payload(seq, storeId);
  const row = newRow(notification, ledger.takeRow(), seq, payload);
  // Only now, for a payload that cannot be made must leave no gap.
  ledger.image.lastSeq = seq;
  ledger.write({ kind: 'notification', row }, ...memoryChange(row.harness, notification.memory));
  return { seq, storeId, payload };
}

function enqueuedBefore(ledger: Ledger, row: NotificationRow): Enqueued {
  const { seq, payload } = presentNotification(row);
  return { seq, storeId: ledger.image.meta.store_id, payload: Object(payload) };
}

function change(
  ledger: Ledger,
  id: string,
  next: (row: NotificationRow) => NotificationRow,
  memory?: object,
): boolean {
  const row = ledger.image.outbox.get(id);
  if (row === undefined) {
    return false;
  }
  ledger.write({ kind: 'notification', row: next(row) }, ...memoryChange(row.harness, memory));
  return true;
}

function memoryChange(harness: string | null, memory: object | undefined): Change[] {
  return harness === null || memory === undefined
    ? []
    : [{ kind: 'memo', harness, part: 'memory', json: JSON.stringify(memory) }];
}

/** The row of a notification that nothing has happened to yet. */
export function newRow(
  notification: Omit<NewNotification, 'payload'>,
  row: number,
  seq: number,
  payload: object,
): NotificationRow {
  return {
    row,
    id: notification.id,
    seq,
    harness: notification.harness ?? null,
    event: notification.event,
    episode: notification.episode ?? null,
    payload: JSON.stringify(payload),
    hook: JSON.stringify(notification.hook),
    raised_ms: notification.raisedAtMs,
    started_ms: null,
    finished_ms: null,
    result: null,
    detail: null,
    duration_ms: null,
    tail: null,
    window: null,
    last_ms: null,
    count: 1,
  };
}

function ended(row: NotificationRow, ending: Ending): NotificationRow {
  return {
    ...row,
    finished_ms: ending.atMs,
    result: ending.result,
    detail: JSON.stringify(ending.detail),
    duration_ms: ending.durationMs,
    tail: ending.tail ?? null,
  };
}
