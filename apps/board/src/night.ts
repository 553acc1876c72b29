import type { NotificationView } from '@harness/protocol';
import { atMs, countOf, type Outcome, outcomeOf } from './outcome.ts';

/** A stretch of time, Unix milliseconds, cut into equal pieces. */
export interface Stretch {
  readonly fromMs: number;
  readonly toMs: number;
  readonly pieces: number;
}

/** One mark of the time line: what befell one event in one piece of time. */
export interface Mark {
  readonly event: string;
  readonly outcome: Outcome;
  /** From 0. */
  readonly piece: number;
  readonly count: number;
  /** The first few harnesses. */
  readonly harnesses: readonly string[];
}

const NAMED = 5;

/** The marks of a time line, one for each event, outcome and piece of time. */
export function marksOf(entries: readonly NotificationView[], stretch: Stretch): readonly Mark[] {
  const marks = new Map<string, Mark>();
  for (const entry of entries) {
    const piece = pieceOf(atMs(entry), stretch);
    const outcome = outcomeOf(entry);
    const { event, harness = 'test' } = entry;
    const key = `${event} ${outcome} ${piece}`;
    const before = marks.get(key) ?? { event, outcome, piece, count: 0, harnesses: [] };
    const isNew = before.harnesses.length < NAMED && !before.harnesses.includes(harness);
    marks.set(key, {
      ...before,
      count: before.count + countOf(entry),
      harnesses: isNew ? [...before.harnesses, harness] : before.harnesses,
    });
  }
  return [...marks.values()].filter(({ piece }) => piece >= 0 && piece < stretch.pieces);
}

/** How one piece of time went. */
export interface Tally {
  /** When it began. */
  readonly fromMs: number;
  readonly told: number;
  readonly held: number;
  /** Dropped, or the hook failed. */
  readonly lost: number;
  /** From the event to the hook's end; undefined where nothing was delivered. */
  readonly medianMs: number | undefined;
  readonly longestMs: number | undefined;
}

/** Deliveries and their times, piece by piece. */
export function talliesOf(
  entries: readonly NotificationView[],
  stretch: Stretch,
): readonly Tally[] {
  const groups = Map.groupBy(entries, (entry) => pieceOf(atMs(entry), stretch));
  const lengthMs = (stretch.toMs - stretch.fromMs) / stretch.pieces;
  return Array.from({ length: stretch.pieces }, (_, piece) =>
    tally(groups.get(piece) ?? [], stretch.fromMs + piece * lengthMs),
  );
}

function tally(entries: readonly NotificationView[], fromMs: number): Tally {
  const sum = (...outcomes: readonly Outcome[]): number =>
    entries
      .filter((entry) => outcomes.includes(outcomeOf(entry)))
      .reduce((total, entry) => total + countOf(entry), 0);
  const times = entries.flatMap(tookMs).toSorted((a, b) => a - b);
  return {
    fromMs,
    told: sum('told'),
    held: sum('held'),
    lost: sum('dropped', 'failed'),
    medianMs: times[Math.floor((times.length - 1) / 2)],
    longestMs: times.at(-1),
  };
}

/** From the event to the hook's end. A drop ran no hook. */
function tookMs(entry: NotificationView): readonly number[] {
  return entry.kind === 'delivery' && entry.finishedAt !== undefined && entry.result !== 'dropped'
    ? [Date.parse(entry.finishedAt) - Date.parse(entry.raisedAt)]
    : [];
}

function pieceOf(ms: number, { fromMs, toMs, pieces }: Stretch): number {
  return Math.floor(((ms - fromMs) / (toMs - fromMs)) * pieces);
}

const HOUR_MS = 3_600_000;

/** The hours up to the one that runs, which is the last. */
export function hoursUpTo(nowMs: number, hours: number): Stretch {
  const toMs = (Math.floor(nowMs / HOUR_MS) + 1) * HOUR_MS;
  return { fromMs: toMs - hours * HOUR_MS, toMs, pieces: hours };
}

const LONG_MS = 48 * HOUR_MS;
// Each zone is off by a multiple of it.
const QUARTER_MS = HOUR_MS / 4;

/**
 * What an axis names: midnights of a long time, every fourth hour of a short one, by the clock of the zone; none at the
 * edges, where half of it would be cut.
 */
export function ticksOf({ fromMs, toMs }: Stretch): readonly number[] {
  const every = toMs - fromMs > LONG_MS ? 24 : 4;
  const quarters = Math.round((toMs - fromMs) / QUARTER_MS);
  return Array.from({ length: quarters }, (_, quarter) => fromMs + quarter * QUARTER_MS).filter(
    (ms) => {
      const at = new Date(ms);
      const isInside = ms - fromMs >= HOUR_MS && toMs - ms >= HOUR_MS;
      return isInside && at.getMinutes() === 0 && at.getHours() % every === 0;
    },
  );
}
