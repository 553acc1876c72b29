import { setTimeout as pause } from 'node:timers/promises';
import type { Turn } from '@harness/turns';
import { LineSource } from './lines/line-source.ts';
import { Ownership } from './ownership/ownership.ts';
import { openFiles } from './ownership/process-evidence.ts';
import type { Source } from './source.ts';
import { formatFor, placeOf } from './sources.ts';
import { StoreSource } from './stores/store-source.ts';
import type { Claimant, Trace, TraceOptions, TraceStatus } from './trace.ts';
import { isNewer } from './version-order.ts';

/**
 * Follows what one run of an agent writes from `sinceMs` on, whatever stamps its records carry.
 *
 * Open it before the run's process starts: then what stood there is told from what comes by the
 * files alone. Nothing needs to exist yet, and nothing is kept open between two polls.
 */
export function openTrace(options: TraceOptions): Trace {
  return new LiveTrace(options);
}

class LiveTrace implements Trace {
  readonly #options: TraceOptions;
  readonly #source: Promise<Source>;
  #looked: Source | undefined;
  #queue: Promise<void>;
  #unread: readonly Turn[] = [];
  #lastAnswerMs: number | undefined;
  /** Since the last look; absent until it is asked for, which is far more often than there is news. */
  #status: TraceStatus | undefined;
  #closed = false;

  constructor(options: TraceOptions) {
    this.#options = options;
    this.#source = sourceFor(options);
    // The first look settles what is old, so it does not wait for the first poll.
    this.#queue = this.#look().then(nothing, nothing);
  }

  poll(): Promise<readonly Turn[]> {
    const look = this.#queue.then(() => this.#look());
    this.#queue = look.then(nothing, nothing);
    return look.then(() => {
      const turns = this.#unread;
      this.#unread = [];
      return turns;
    });
  }

  status(): TraceStatus {
    this.#status ??= this.#newStatus();
    return this.#status;
  }

  close(): void {
    this.#closed = true;
    this.#unread = [];
  }

  async *[Symbol.asyncIterator](): AsyncIterator<Turn> {
    const { signal, intervalMs = INTERVAL_MS } = this.#options;
    try {
      while (!this.#closed && signal?.aborted !== true) {
        yield* await this.poll();
        const pauseMs = this.status().behind ? 0 : intervalMs;
        await pause(pauseMs, undefined, { ...(signal ? { signal } : {}) }).catch(ended);
      }
    } finally {
      this.close();
    }
  }

  #newStatus(): TraceStatus {
    const { kind } = this.#options;
    const source = this.#looked;
    if (source === undefined) {
      return { kind, root: '', ...NOTHING_YET };
    }
    const report = source.report();
    const untried = report.version !== undefined && isNewer(report.version, source.triedVersion);
    return {
      kind,
      root: source.root,
      found: report.sources.length > 0,
      ...report,
      ...(untried ? { untried } : {}),
      ...(this.#lastAnswerMs === undefined ? {} : { lastAnswerMs: this.#lastAnswerMs }),
    };
  }

  async #look(): Promise<void> {
    if (this.#closed) {
      return;
    }
    const source = await this.#source;
    const turns = await source.look();
    const answer = turns.findLast(({ kind }) => kind === 'answer');
    if (answer !== undefined) {
      this.#lastAnswerMs = answer.atMs ?? Date.now();
    }
    // A look whose turns nobody took yet is rare: only the first one.
    this.#unread = this.#unread.length === 0 ? turns : [...this.#unread, ...turns];
    this.#looked = source;
    this.#status = undefined;
  }
}

const INTERVAL_MS = 1_000;
const RECORD_LIMIT_BYTES = 12 * 1024 * 1024;
const LOOK_BYTES = 16 * 1024 * 1024;

const NOTHING_YET = {
  found: false,
  sources: [],
  ambiguous: [],
  skipped: { tooLong: 0, malformed: 0 },
  behind: false,
} as const;

async function sourceFor(options: TraceOptions): Promise<Source> {
  const { sinceMs, recordLimitBytes = RECORD_LIMIT_BYTES } = options;
  const context = { zone: options.zone ?? zoneOf(options.env) };
  const ownership = new Ownership(options, () => rivalsOf(options));
  const found = await formatFor(options);
  if (found.kind === 'store') {
    return new StoreSource(found.root, found.format, {
      sinceMs,
      rowBytes: recordLimitBytes,
      context,
      ownership,
    });
  }
  const base = found.format.base;
  return new LineSource(found.format, {
    sinceMs,
    limits: { lineBytes: recordLimitBytes, lookBytes: LOOK_BYTES },
    context,
    ownership,
    held: () => heldBelow(base, options.pids?.() ?? []),
  });
}

async function rivalsOf(options: TraceOptions): Promise<readonly Claimant[]> {
  const rivals = options.rivals?.() ?? [];
  if (rivals.length === 0) {
    return rivals;
  }
  const own = await placeOf(options);
  const places = await Promise.all(rivals.map(placeOf));
  return rivals.filter((_, index) => places[index] === own);
}

async function heldBelow(base: string, pids: readonly number[]): Promise<readonly string[]> {
  const files = await Promise.all(pids.slice(0, HOLDERS).map(openFiles));
  return files.flat().filter((path) => path.startsWith(`${base}/`) && path.endsWith('.jsonl'));
}

const HOLDERS = 64;

function zoneOf(env: Claimant['env']): string {
  const stated = env['TZ']?.replace(/^:/, '');
  return stated || Intl.DateTimeFormat().resolvedOptions().timeZone;
}

// A look that failed is told to who asked for it; the next one begins anew.
function nothing(): void {
  return;
}

function ended(error: unknown): void {
  if (!(error instanceof Error && error.name === 'AbortError')) {
    throw error;
  }
}
