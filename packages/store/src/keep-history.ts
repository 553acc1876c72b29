import { conditions } from './conditions.ts';
import type { HistoryEntry, HistoryFilter, LastDeliveries, ResultCount } from './history.ts';
import { present } from './json-text.ts';
import type { Ledger } from './ledger.ts';
import { presentEntry, presentNotification } from './present-entry.ts';
import type { NotificationRow } from './rows.ts';
import type { NotificationRecords } from './store.ts';

/** What became of notifications, in the ledger. */
export type History = Pick<NotificationRecords, 'history' | 'lastDeliveries' | 'counts' | 'prune'>;

const PRUNE_SLICE = 500;

/** Makes the history. */
export function keepHistory(ledger: Ledger): History {
  return {
    history: (filter) => history(ledger, filter),
    lastDeliveries: () => lastDeliveries(ledger),
    counts: (sinceMs) => counts(ledger, sinceMs ?? 0),
    prune: (rule) => prune(ledger, rule.olderThanMs, rule.keepRows),
  };
}

function history(ledger: Ledger, filter: HistoryFilter): readonly HistoryEntry[] {
  const waiting = waitingRows(ledger);
  const { sql, values } = conditions({
    'row < ?': filter.beforeRow,
    'harness = ?': filter.harness,
    'event = ?': filter.event,
    'result = ?': filter.result,
    'coalesce(last_ms, raised_ms) >= ?': filter.sinceMs,
    'raised_ms < ?': filter.untilMs,
  });
  const rows = ledger.read<NotificationRow>(
    `SELECT * FROM notification ${sql} ORDER BY row DESC LIMIT ?`,
    ...values,
    filter.limit,
  );
  // Whatever a row matched in its older form in the file, it matches in the form that waits: a
  // result only comes, and an end only moves on.
  return [...rows.filter(({ row }) => !waiting.has(row)), ...waiting.values()]
    .filter((row) => matches(row, filter))
    .toSorted((a, b) => b.row - a.row)
    .slice(0, filter.limit)
    .map(presentEntry);
}

function matches(row: NotificationRow, filter: HistoryFilter): boolean {
  return (
    row.row < (filter.beforeRow ?? Number.POSITIVE_INFINITY) &&
    row.harness === (filter.harness ?? row.harness) &&
    row.event === (filter.event ?? row.event) &&
    row.result === (filter.result ?? row.result) &&
    (row.last_ms ?? row.raised_ms) >= (filter.sinceMs ?? 0) &&
    row.raised_ms < (filter.untilMs ?? Number.POSITIVE_INFINITY)
  );
}

function waitingRows(ledger: Ledger): Map<number, NotificationRow> {
  return new Map(
    ledger.waiting.flatMap((change) =>
      change.kind === 'notification' ? [[change.row.row, change.row]] : [],
    ),
  );
}

function lastDeliveries({ image }: Ledger): LastDeliveries {
  return present<LastDeliveries>({
    recent: image.recent.map(presentNotification),
    lastOk: image.lastOk && presentNotification(image.lastOk),
    lastFailed: image.lastFailed && presentNotification(image.lastFailed),
  });
}

function counts(ledger: Ledger, sinceMs: number): readonly ResultCount[] {
  const waiting = waitingRows(ledger);
  const stored = ledger.read<Counted>(
    `SELECT event, result, sum(count) AS count FROM notification
     WHERE result IS NOT NULL AND coalesce(last_ms, raised_ms) >= ?
       AND row NOT IN (SELECT value FROM json_each(?))
     GROUP BY event, result`,
    sinceMs,
    JSON.stringify([...waiting.keys()]),
  );
  const unstored = [...waiting.values()].filter(
    (row) => row.result !== null && matches(row, { sinceMs, limit: 0 }),
  );
  return sums([...stored, ...unstored]);
}

type Counted = Pick<NotificationRow, 'event' | 'result' | 'count'>;

function sums(counted: readonly Counted[]): ResultCount[] {
  const groups = Map.groupBy(counted, ({ event, result }) => `${event} ${result}`);
  return [...groups].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, group]) => sum(group));
}

function sum(group: readonly Counted[]): ResultCount {
  const [{ event, result } = { event: '', result: '' }] = group;
  const count = group.reduce((total, one) => total + one.count, 0);
  // What was written came from these types.
  return { event, result, count } as ResultCount;
}

function prune(ledger: Ledger, olderThanMs: number, keepRows: number): number {
  if (!ledger.isDurable) {
    return 0;
  }
  // The newest row and the newest number stay: the next ones are counted from them.
  return ledger.read(
    `DELETE FROM notification WHERE row IN (
       SELECT row FROM (SELECT * FROM notification ORDER BY row LIMIT ?)
       WHERE result IS NOT NULL AND row < ? AND (seq IS NULL OR seq <> ?)
         AND (row <= ? OR coalesce(finished_ms, last_ms) < ?)
     ) RETURNING row`,
    PRUNE_SLICE,
    ledger.image.lastRow,
    ledger.image.lastSeq,
    ledger.image.lastRow - keepRows,
    olderThanMs,
  ).length;
}
