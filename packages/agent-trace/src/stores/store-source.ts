import { setImmediate as nextRound } from 'node:timers/promises';
import type { Turn } from '@harness/turns';
import { asSystemError } from '../file-error.ts';
import type { ReadContext } from '../lines/line-format.ts';
import type { Ownership } from '../ownership/ownership.ts';
import { newest, type Source, type SourceReport } from '../source.ts';
import type { TraceSource, TraceTrouble } from '../trace.ts';
import { readStore, type StoreStamp, storeErrorCode, storeStamp } from './store-file.ts';
import type { StoreBeginning, StoreFormat, StoreReader, StoreReading } from './store-format.ts';

/** What a run of an agent that keeps a store is read with. */
export interface StoreSourceOptions {
  readonly sinceMs: number;
  readonly rowBytes: number;
  readonly context: ReadContext;
  readonly ownership: Ownership;
}

/** Reads the rows that a run adds to its agent's store. */
export class StoreSource implements Source {
  readonly triedVersion: string;
  root: string;
  readonly #format: StoreFormat;
  readonly #options: StoreSourceOptions;
  readonly #sources = new Map<string, TraceSource>();
  readonly #ambiguous = new Map<string, TraceSource>();
  #open: OpenStore | undefined;
  /** The store was not there when it was first looked for, so it cannot be older than the run. */
  #wasAbsent = false;
  #locateAtMs = 0;
  #behind = false;
  #tooLong = 0;
  #malformed = 0;
  #version: string | undefined;
  #trouble: TraceTrouble | undefined;

  constructor(root: string, format: StoreFormat, options: StoreSourceOptions) {
    this.root = root;
    this.triedVersion = format.triedVersion;
    this.#format = format;
    this.#options = options;
  }

  async look(): Promise<readonly Turn[]> {
    this.#trouble = undefined;
    try {
      const stamp = await this.#find();
      this.#wasAbsent ||= stamp === undefined;
      return stamp === undefined ? [] : await this.#lookAt(stamp);
    } catch (error) {
      const code = storeErrorCode(error);
      const known = code === undefined ? asSystemError(error) : { code, message: String(error) };
      this.#trouble = { path: this.root, ...known };
      return [];
    }
  }

  report(): SourceReport {
    return {
      sources: newest(this.#sources.values()),
      ambiguous: newest(this.#ambiguous.values()),
      behind: this.#behind,
      skipped: { tooLong: this.#tooLong, malformed: this.#malformed },
      ...(this.#version === undefined ? {} : { version: this.#version }),
      ...(this.#trouble === undefined ? {} : { trouble: this.#trouble }),
    };
  }

  /** A store that was found stays where it is; one that was not is looked for at leisure. */
  async #find(): Promise<StoreStamp | undefined> {
    const stamp = await storeStamp(this.root);
    if (stamp !== undefined || Date.now() < this.#locateAtMs) {
      return stamp;
    }
    this.#locateAtMs = Date.now() + LOCATE_AGAIN_MS;
    this.root = await this.#format.locate();
    return storeStamp(this.root);
  }

  async #lookAt(stamp: StoreStamp): Promise<readonly Turn[]> {
    const open = this.#openFor(stamp);
    if (open.readMark === stamp.mark && open.readAtMs > stamp.changedMs + SAME_STAMP_MS) {
      return [];
    }
    const readAtMs = Date.now();
    const turns: Turn[] = [];
    for (let batch = 0; batch < BATCHES; batch += 1) {
      const reading = readStore(this.root, (store) => this.#read(open, store));
      this.#count(reading);
      turns.push(...(await this.#ours(reading.turns)));
      if (!reading.more) {
        break;
      }
      await nextRound();
    }
    open.readMark = this.#behind ? undefined : stamp.mark;
    open.readAtMs = readAtMs;
    return turns;
  }

  #openFor(stamp: StoreStamp): OpenStore {
    if (this.#open?.inode !== stamp.inode || this.#open.path !== this.root) {
      const { context, rowBytes, sinceMs } = this.#options;
      this.#open = {
        path: this.root,
        inode: stamp.inode,
        beginning: beginningOf(stamp, sinceMs - (this.#wasAbsent ? LAG_MS : 0)),
        reader: this.#format.reader({ ...context, rowBytes, path: this.root }),
        readMark: undefined,
        readAtMs: 0,
      };
    }
    return this.#open;
  }

  #read(open: OpenStore, store: Parameters<StoreReader['read']>[0]): StoreReading {
    if (open.beginning !== undefined) {
      const missing = open.reader.missing(store);
      if (missing.length > 0) {
        const message = `the store has no ${missing.join(', ')}`;
        this.#trouble = { code: 'unknown_schema', path: open.path, message };
        return { turns: [], more: false, tooLong: 0, malformed: 0 };
      }
      open.reader.begin(store, open.beginning);
      open.beginning = undefined;
    }
    this.#version = open.reader.version(store) ?? this.#version;
    return open.reader.read(store);
  }

  #count({ more, tooLong, malformed }: StoreReading): void {
    this.#behind = more;
    this.#tooLong += tooLong;
    this.#malformed += malformed;
  }

  async #ours(turns: readonly Turn[]): Promise<readonly Turn[]> {
    const owners = new Map<string, boolean>();
    for (const { session } of turns) {
      if (!owners.has(session)) {
        owners.set(session, await this.#owns(session));
      }
    }
    return turns.filter(({ session }) => owners.get(session) === true);
  }

  async #owns(session: string): Promise<boolean> {
    const owner = await this.#options.ownership.ownerOf({ session, atMs: Date.now() });
    const named = { path: this.root, session };
    this.#ambiguous.delete(session);
    if (owner === 'nobody') {
      this.#ambiguous.set(session, named);
    }
    if (owner === 'ours') {
      this.#sources.delete(session);
      this.#sources.set(session, named);
    }
    return owner === 'ours';
  }
}

interface OpenStore {
  readonly path: string;
  readonly inode: number;
  readonly reader: StoreReader;
  /** Undefined once reading has begun. */
  beginning: StoreBeginning | undefined;
  readMark: string | undefined;
  readAtMs: number;
}

// A file system's clock runs behind the system's by a tick, and a network's by more.
const LAG_MS = 1_000;
const BATCHES = 16;
const LOCATE_AGAIN_MS = 5_000;
const SAME_STAMP_MS = 1_000;

function beginningOf({ bornMs, changedMs }: StoreStamp, sinceMs: number): StoreBeginning {
  if (bornMs >= sinceMs) {
    return { kind: 'all' };
  }
  return changedMs < sinceMs ? { kind: 'new' } : { kind: 'since', sinceMs };
}
