import type { Change } from './change.ts';
import type { Loaded } from './load.ts';
import { type MetaRow, type NotificationRow, PARTS, type Part, type RunRow } from './rows.ts';

// How many of the last deliveries are kept at hand.
const RECENT_DELIVERIES = 10;

const DELIVERED: ReadonlySet<string | null> = new Set(['ok', 'error', 'timeout']);

/**
 * What is at hand without the disk: everything that goes on, and the last deliveries. All
 * questions but those about history are answered from here.
 */
export class Image {
  meta: MetaRow;
  lastRow = 0;
  lastSeq = 0;
  /** Unfinished notifications by id, oldest first. */
  readonly outbox: Map<string, NotificationRow> = new Map();
  /** The last deliveries, the last to end first. */
  recent: readonly NotificationRow[] = [];
  lastOk: NotificationRow | undefined;
  lastFailed: NotificationRow | undefined;
  readonly #memos = new Map<Part, Map<string, string>>(PARTS.map((part) => [part, new Map()]));
  readonly #openRuns = new Map<string, RunRow>();
  readonly #lastRuns = new Map<string, number>();

  constructor(meta: MetaRow) {
    this.meta = meta;
  }

  /** What is kept of one part, by harness. */
  memos(part: Part): ReadonlyMap<string, string> {
    return this.#memos.get(part) ?? new Map();
  }

  openRuns(): readonly RunRow[] {
    return [...this.#openRuns.values()];
  }

  openRun(harness: string, runId: number): RunRow | undefined {
    return this.#openRuns.get(runKey(harness, runId));
  }

  nextRunId(harness: string): number {
    return Math.max(this.#lastRuns.get(harness) ?? 0, this.meta.run_floor) + 1;
  }

  /** Takes a change in. */
  apply(change: Change): void {
    switch (change.kind) {
      case 'meta':
        this.meta = change.row;
        return;
      case 'memo':
        this.#applyMemo(change.part, change.harness, change.json);
        return;
      case 'notification':
        this.#applyNotification(change.row);
        return;
      case 'run':
        this.#applyRun(change.row);
    }
  }

  /** Everything at hand, as changes that make any file tell the same. */
  *changes(): Generator<Change> {
    yield { kind: 'meta', row: this.meta };
    for (const [part, memos] of this.#memos) {
      for (const [harness, json] of memos) {
        yield { kind: 'memo', part, harness, json };
      }
    }
    for (const row of [...this.recent.toReversed(), ...this.outbox.values()]) {
      yield { kind: 'notification', row };
    }
    for (const row of this.#openRuns.values()) {
      yield { kind: 'run', row };
    }
  }

  /** The highest run id of each harness. */
  lastRuns(): ReadonlyMap<string, number> {
    return this.#lastRuns;
  }

  /** Never gives out an id of `harness` up to this one. */
  countRun(harness: string, runId: number): void {
    this.#lastRuns.set(harness, Math.max(this.#lastRuns.get(harness) ?? 0, runId));
  }

  #applyMemo(part: Part, harness: string, json: string | undefined): void {
    if (json === undefined) {
      this.#memos.get(part)?.delete(harness);
    } else {
      this.#memos.get(part)?.set(harness, json);
    }
  }

  #applyNotification(row: NotificationRow): void {
    this.lastRow = Math.max(this.lastRow, row.row);
    if (row.id === null) {
      return;
    }
    if (row.result === null) {
      this.outbox.set(row.id, row);
      return;
    }
    this.outbox.delete(row.id);
    if (DELIVERED.has(row.result)) {
      this.#applyDelivery(row);
    }
  }

  #applyDelivery(row: NotificationRow): void {
    const others = this.recent.filter((other) => other.row !== row.row);
    this.recent = [row, ...others].slice(0, RECENT_DELIVERIES);
    if (row.result === 'ok') {
      this.lastOk = row;
    } else {
      this.lastFailed = row;
    }
  }

  #applyRun(row: RunRow): void {
    this.countRun(row.harness, row.run_id);
    if (row.outcome === null) {
      this.#openRuns.set(runKey(row.harness, row.run_id), row);
    } else {
      this.#openRuns.delete(runKey(row.harness, row.run_id));
    }
  }
}

/** The image of a file. */
export function imageOf(loaded: Loaded): Image {
  const image = new Image(loaded.meta);
  for (const change of loadedChanges(loaded)) {
    image.apply(change);
  }
  for (const { harness, run_id } of loaded.lastRuns) {
    image.countRun(harness, run_id);
  }
  image.lastRow = loaded.lastRow;
  image.lastSeq = loaded.lastSeq;
  return image;
}

// Deliveries in the order in which they ended, which is not the order of their rows.
function* loadedChanges(loaded: Loaded): Generator<Change> {
  for (const memo of loaded.memos) {
    yield { kind: 'memo', ...memo };
  }
  for (const row of loaded.outbox) {
    yield { kind: 'notification', row };
  }
  const ended = (row: NotificationRow): number => row.finished_ms ?? 0;
  for (const row of loaded.deliveries.toSorted((a, b) => ended(a) - ended(b))) {
    yield { kind: 'notification', row };
  }
  for (const row of loaded.openRuns) {
    yield { kind: 'run', row };
  }
}

function runKey(harness: string, runId: number): string {
  return `${runId} ${harness}`;
}
