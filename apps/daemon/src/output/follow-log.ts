import type { FileHandle } from 'node:fs/promises';
import {
  type LogPosition,
  linesOf,
  readTail,
  rotated,
  type TailOptions,
  withFile,
} from './read-log.ts';

const LINE_FEED = 0x0a;
const BATCH_BYTES = 256 * 1024;

/** What wakes a follower: `DurableLog.onAppended` of the same file. */
export type OnAppended = (listener: () => void) => () => void;

/**
 * Yields the last `lines` of a log, in one batch that may be empty, and then batches of whatever is appended,
 * across rotation and truncation, until `signal` aborts; ends then without an error. A follower that is more
 * than all rotated files behind goes on with the newest.
 */
export async function* followLog(
  path: string,
  onAppended: OnAppended,
  { signal, ...options }: TailOptions & { readonly signal: AbortSignal },
): AsyncGenerator<string[], void, undefined> {
  // Woken from before the first reading on, so that nothing falls between.
  const bell = openBell(onAppended, signal);
  try {
    let { lines, position } = await readTail(path, options);
    yield lines;
    while (!signal.aborted) {
      const next = await readOn(path, position);
      position = next.position;
      lines = next.lines;
      if (lines.length > 0) {
        yield lines;
      } else if (!next.hasMore) {
        await bell.rung();
      }
    }
  } finally {
    bell.close();
  }
}

interface Advance {
  readonly lines: string[];
  readonly position: LogPosition;
  readonly hasMore: boolean;
}

async function readOn(path: string, position: LogPosition): Promise<Advance> {
  const number = await findFile(path, position.inode);
  const read = await withFile(rotated(path, number ?? 0), (file) => readLines(file, position));
  if (read === undefined) {
    return { lines: [], position, hasMore: false };
  }
  if (number !== undefined && read.position.inode !== position.inode) {
    // Rotated between the search and the reading: look for it again.
    return { lines: [], position, hasMore: true };
  }
  // A rotated file is complete: after its last line the next newer one begins.
  const isDone = read.lines.length === 0 && number !== undefined && number > 0;
  return isDone
    ? { lines: [], position: await startOf(path, number - 1, position), hasMore: true }
    : { ...read, hasMore: false };
}

async function readLines(
  file: FileHandle,
  position: LogPosition,
): Promise<Omit<Advance, 'hasMore'>> {
  const { ino, size } = await file.stat();
  const isSame = ino === position.inode && size >= position.offset;
  const offset = isSame ? position.offset : 0;
  const length = Math.min(size - offset, BATCH_BYTES);
  const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(length), 0, length, offset);
  const end = wholeLines(buffer.subarray(0, bytesRead));
  return {
    lines: linesOf(buffer.subarray(0, end)),
    position: { inode: ino, offset: offset + end },
  };
}

async function findFile(path: string, inode: number): Promise<number | undefined> {
  for (let number = 0; ; number += 1) {
    const found = await inodeOf(rotated(path, number));
    if (found === inode || (found === undefined && number > 0)) {
      return found === undefined ? undefined : number;
    }
  }
}

async function startOf(path: string, number: number, before: LogPosition): Promise<LogPosition> {
  const inode = await inodeOf(rotated(path, number));
  return inode === undefined ? before : { inode, offset: 0 };
}

function inodeOf(path: string): Promise<number | undefined> {
  return withFile(path, async (file) => (await file.stat()).ino);
}

// A batch without an end is a line that is longer than a batch.
function wholeLines(bytes: Buffer): number {
  const end = bytes.lastIndexOf(LINE_FEED) + 1;
  return end === 0 && bytes.length === BATCH_BYTES ? bytes.length : end;
}

interface Bell {
  /** Settles when the log was appended to since the last call, or the signal has aborted. */
  rung(): Promise<void>;
  close(): void;
}

function openBell(onAppended: OnAppended, signal: AbortSignal): Bell {
  let isRung = false;
  let wake: () => void = () => undefined;
  const ring = (): void => {
    isRung = true;
    wake();
  };
  const silence = onAppended(ring);
  signal.addEventListener('abort', ring);
  return {
    rung: async () => {
      if (!isRung) {
        const { promise, resolve } = Promise.withResolvers<void>();
        wake = resolve;
        await promise;
      }
      isRung = signal.aborted;
    },
    close: () => {
      silence();
      signal.removeEventListener('abort', ring);
    },
  };
}
