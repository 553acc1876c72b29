import { join } from 'node:path';
import { codeOf } from '../process/start-failure.ts';
import { logFile } from './log-file.ts';
import { writeQueue } from './write-queue.ts';

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
  const path = join(options.folder, options.file);
  const file = logFile({
    path,
    rotateBytes: options.rotateBytes ?? ROTATE_BYTES,
    keep: options.keep ?? KEPT_ROTATIONS,
  });
  const listeners = new Set<() => void>();
  const outage = trackOutage(options.onTrouble ?? (() => undefined));
  let isClosed = false;
  // Of what was queued, and of what was written.
  let isLineOpen = false;
  let isFileLineOpen = false;

  const ownLine = (text: string): string =>
    `[harness] ${new Date(options.wallMs()).toISOString()} ${onOneLine(text)}`;
  const attempt = async (act: () => Promise<void>, sizeBytes: number): Promise<void> => {
    try {
      await act();
    } catch (error) {
      outage.failed(error, sizeBytes);
    }
  };
  const write = (batch: Buffer): Promise<void> =>
    attempt(async () => {
      const note = outage.note();
      const lead = isFileLineOpen ? '\n' : '';
      await file.write(
        note === undefined ? batch : Buffer.concat([asLine(`${lead}${ownLine(note)}`), batch]),
      );
      isFileLineOpen = endsOpen(batch);
      outage.worked();
      for (const listener of listeners) {
        listener();
      }
    }, batch.length);
  const queue = writeQueue(options.pendingBytes ?? PENDING_BYTES, write, () =>
    attempt(() => file.close(), 0),
  );
  const add = (bytes: Buffer): void => {
    if (bytes.length === 0) {
      return;
    }
    if (isClosed || outage.isFresh() || !queue.add(bytes)) {
      outage.lost(bytes.length);
    } else {
      isLineOpen = endsOpen(bytes);
    }
  };
  const append = (text: string): void => add(asLine(text));

  return {
    path,
    get full() {
      return queue.full;
    },
    get lostBytes() {
      return outage.lostBytes();
    },
    append,
    write: (bytes) => add(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)),
    note: (text) => append(`${isLineOpen ? '\n' : ''}${ownLine(text)}`),
    room: () => queue.room(),
    flush: () => queue.idle(),
    close: () => {
      isClosed = true;
      return queue.idle();
    },
    onAppended: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

interface Outage {
  failed(error: unknown, sizeBytes: number): void;
  worked(): void;
  lost(sizeBytes: number): void;
  lostBytes(): number;
  /** Whether it failed so lately that another try is not worth it. */
  isFresh(): boolean;
  /** What to say in the log when it works again. */
  note(): string | undefined;
}

function trackOutage(onTrouble: (error: Error | undefined) => void): Outage {
  let totalBytes = 0;
  let unsaidBytes = 0;
  let failure: { readonly error: Error; readonly retryAtMs: number } | undefined;

  const lost = (sizeBytes: number): void => {
    totalBytes += sizeBytes;
    unsaidBytes += sizeBytes;
  };
  return {
    lost,
    failed: (thrown, sizeBytes) => {
      const error = thrown instanceof Error ? thrown : new Error(String(thrown));
      const isNew = failure === undefined;
      failure = { error, retryAtMs: performance.now() + RETRY_MS };
      lost(sizeBytes);
      if (isNew) {
        onTrouble(error);
      }
    },
    worked: () => {
      unsaidBytes = 0;
      if (failure !== undefined) {
        failure = undefined;
        onTrouble(undefined);
      }
    },
    lostBytes: () => totalBytes,
    isFresh: () => failure !== undefined && performance.now() < failure.retryAtMs,
    note: () => {
      const why = failure === undefined ? 'too much at once' : codeOf(failure.error);
      return unsaidBytes === 0 ? undefined : `${unsaidBytes} bytes of output were lost: ${why}`;
    },
  };
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
