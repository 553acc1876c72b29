import { join } from 'node:path';
import { codeOf } from '../process/start-failure.ts';
import { type LogFile, logFile } from './log-file.ts';
import { WriteQueue } from './write-queue.ts';

const ROTATE_BYTES = 8 * 1024 * 1024;

/** How many rotated files of a log stay unless it says otherwise. */
export const KEPT_ROTATIONS = 5;

const LINE_FEED = 0x0a;
const PENDING_BYTES = 1024 * 1024;
// A disk that refused is asked again only after a moment, whatever is printed meanwhile.
const RETRY_MS = 1000;

/** Where a harness's log lives and when it rotates. */
export interface DurableLogOptions {
  /** Made when missing, with its parents, mode 0700. */
  readonly folder: string;
  /** The file inside it, see `logFileName`; rotated files are `FILE.1` (the newest) to `FILE.5`. */
  readonly file: string;
  /** Default 8 MiB. */
  readonly rotateBytes?: number;
  /** How many rotated files stay, at least 1. Default 5. */
  readonly keep?: number;
  /** Above this many unwritten bytes {@link DurableLog.full} is true; above four times as many, lines are lost. Default 1 MiB. */
  readonly pendingBytes?: number;
  /** Wall clock for the daemon's own lines, in milliseconds. */
  readonly wallMs: () => number;
  /** Called once when writing begins to fail, and once with undefined when it works again. */
  readonly onTrouble?: (error: Error | undefined) => void;
}

/** An append-only, rotated log file that never throws and never blocks. */
export interface DurableLog {
  readonly path: string;
  /** Whether more is waiting to be written than should; the caller holds its source back then. */
  readonly full: boolean;
  /** Bytes that could not be written since the log was opened. */
  readonly lostBytes: number;
  /** Queues one or more whole lines joined by newlines, already redacted; a newline is added. */
  append(text: string): void;
  /** Queues redacted UTF-8 as it is. What does not end with a newline leaves the line open, and the next bytes go on with it. */
  write(bytes: Uint8Array): void;
  /** Queues a line of the daemon's own, `[harness] 2026-11-30T03:15:28.123Z text`, folded onto one line; closes an open one first. */
  note(text: string): void;
  /** Settles when the log has room again. */
  room(): Promise<void>;
  /** Settles when everything queued so far is written or lost, and the file is closed. */
  flush(): Promise<void>;
  /** Takes nothing more and settles as {@link flush}. */
  close(): Promise<void>;
  /** Calls `listener` after every write; returns what ends that. */
  onAppended(listener: () => void): () => void;
}

/**
 * Opens a log; no file is touched before the first line, and none is open while nothing is to be written. What
 * cannot be written is counted and given up, and said in the log when it works again.
 */
export function openDurableLog(options: DurableLogOptions): DurableLog {
  return new RotatedLog(options);
}

// Classes, for there is one of each per harness: a closure for every method would cost some kilobytes.
class RotatedLog implements DurableLog {
  readonly path: string;
  readonly #file: LogFile;
  readonly #queue: WriteQueue;
  readonly #outage: Outage;
  readonly #wallMs: () => number;
  readonly #listeners = new Set<() => void>();
  #isClosed = false;
  // Of what was queued, and of what was written.
  #isLineOpen = false;
  #isFileLineOpen = false;

  constructor(options: DurableLogOptions) {
    const { rotateBytes = ROTATE_BYTES, keep = KEPT_ROTATIONS } = options;
    this.path = join(options.folder, options.file);
    this.#file = logFile({ path: this.path, rotateBytes, keep });
    this.#outage = new Outage(options.onTrouble);
    this.#wallMs = options.wallMs;
    this.#queue = new WriteQueue(
      options.pendingBytes ?? PENDING_BYTES,
      (batch) => this.#attempt(() => this.#write(batch), batch.length),
      () => this.#attempt(() => this.#file.close(), 0),
    );
  }

  get full(): boolean {
    return this.#queue.full;
  }

  get lostBytes(): number {
    return this.#outage.totalBytes;
  }

  append(text: string): void {
    this.#add(asLine(text));
  }

  write(bytes: Uint8Array): void {
    this.#add(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length));
  }

  note(text: string): void {
    this.append(`${this.#isLineOpen ? '\n' : ''}${this.#ownLine(text)}`);
  }

  room(): Promise<void> {
    return this.#queue.room();
  }

  flush(): Promise<void> {
    return this.#queue.idle();
  }

  close(): Promise<void> {
    this.#isClosed = true;
    return this.#queue.idle();
  }

  onAppended(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #add(bytes: Buffer): void {
    if (bytes.length === 0) {
      return;
    }
    if (this.#isClosed || this.#outage.isFresh || !this.#queue.add(bytes)) {
      this.#outage.lost(bytes.length);
    } else {
      this.#isLineOpen = endsOpen(bytes);
    }
  }

  async #write(batch: Buffer): Promise<void> {
    const { note } = this.#outage;
    const lead = this.#isFileLineOpen ? '\n' : '';
    await this.#file.write(
      note === undefined ? batch : Buffer.concat([asLine(`${lead}${this.#ownLine(note)}`), batch]),
    );
    this.#isFileLineOpen = endsOpen(batch);
    this.#outage.worked();
    for (const listener of this.#listeners) {
      listener();
    }
  }

  async #attempt(act: () => Promise<void>, sizeBytes: number): Promise<void> {
    try {
      await act();
    } catch (error) {
      this.#outage.failed(error, sizeBytes);
    }
  }

  #ownLine(text: string): string {
    return `[harness] ${new Date(this.#wallMs()).toISOString()} ${onOneLine(text)}`;
  }
}

/** Whether and for how long a log cannot be written, and what that costs. */
class Outage {
  /** Bytes that were lost so far. */
  totalBytes = 0;
  readonly #onTrouble: ((error: Error | undefined) => void) | undefined;
  #unsaidBytes = 0;
  #failure: { readonly error: Error; readonly retryAtMs: number } | undefined;

  constructor(onTrouble: ((error: Error | undefined) => void) | undefined) {
    this.#onTrouble = onTrouble;
  }

  /** Whether it failed so lately that another try is not worth it. */
  get isFresh(): boolean {
    return this.#failure !== undefined && performance.now() < this.#failure.retryAtMs;
  }

  /** What to say in the log when it works again. */
  get note(): string | undefined {
    const why = this.#failure === undefined ? 'too much at once' : codeOf(this.#failure.error);
    return this.#unsaidBytes === 0
      ? undefined
      : `${this.#unsaidBytes} bytes of output were lost: ${why}`;
  }

  lost(sizeBytes: number): void {
    this.totalBytes += sizeBytes;
    this.#unsaidBytes += sizeBytes;
  }

  failed(thrown: unknown, sizeBytes: number): void {
    const error = thrown instanceof Error ? thrown : new Error(String(thrown));
    const isNew = this.#failure === undefined;
    this.#failure = { error, retryAtMs: performance.now() + RETRY_MS };
    this.lost(sizeBytes);
    if (isNew) {
      this.#onTrouble?.(error);
    }
  }

  worked(): void {
    this.#unsaidBytes = 0;
    if (this.#failure !== undefined) {
      this.#failure = undefined;
      this.#onTrouble?.(undefined);
    }
  }
}

function asLine(text: string): Buffer {
  return Buffer.from(`${text}\n`, 'utf8');
}

function endsOpen(bytes: Buffer): boolean {
  return bytes.at(-1) !== LINE_FEED;
}

function onOneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ');
}
