import type { FileHandle } from 'node:fs/promises';
import type { DurableLog } from './durable-log.ts';
import { type LogPosition, readTail, rotated, type TailOptions, withFile } from './read-log.ts';
import { unfinishedCharacter } from './unfinished-character.ts';

const BATCH_BYTES = 256 * 1024;

/** What wakes a follower: the log that writes the same file. */
export type WakingLog = Pick<DurableLog, 'onAppended'>;

/**
 * Yields the last `lines` of a log, as one text that may be empty, and then whatever is appended as it comes, also
 * lines that are not finished, across rotation and truncation, until `signal` aborts; ends then without an error. A
 * follower that is more than all rotated files behind goes on with the newest.
 */
export async function* followLog(
  path: string,
  log: WakingLog,
  { signal, ...options }: TailOptions & { readonly signal: AbortSignal },
): AsyncGenerator<string, void, undefined> {
  // Woken from before the first reading on, so that nothing falls between.
  const bell = openBell(log, signal);
  try {
    const { lines, isOpen, ...tail } = await readTail(path, options);
    yield lines.length === 0 ? '' : `${lines.join('\n')}${isOpen ? '' : '\n'}`;
    let { position } = tail;
    while (!signal.aborted) {
      const next = await readOn(path, position);
      position = next.position;
      if (next.text !== '') {
        yield next.text;
      } else if (!next.hasMore) {
        await bell.rung();
      }
    }
  } finally {
    bell.close();
  }
}

interface Advance {
  readonly text: string;
  readonly position: LogPosition;
  readonly hasMore: boolean;
}

async function readOn(path: string, position: LogPosition): Promise<Advance> {
  const number = await findFile(path, position.inode);
  const read = await withFile(rotated(path, number ?? 0), (file) => readText(file, position));
  if (read === undefined) {
    return { text: '', position, hasMore: false };
  }
  if (number !== undefined && read.position.inode !== position.inode) {
    // Rotated between the search and the reading: look for it again.
    return { text: '', position, hasMore: true };
  }
  // A rotated file is complete: after it the next newer one begins.
  const isDone = read.text === '' && number !== undefined && number > 0;
  return isDone
    ? { text: '', position: await startOf(path, number - 1, position), hasMore: true }
    : { ...read, hasMore: false };
}

async function readText(
  file: FileHandle,
  position: LogPosition,
): Promise<Omit<Advance, 'hasMore'>> {
  const { ino, size } = await file.stat();
  const isSame = ino === position.inode && size >= position.offset;
  const offset = isSame ? position.offset : 0;
  const length = Math.min(size - offset, BATCH_BYTES);
  const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(length), 0, length, offset);
  const read = buffer.subarray(0, bytesRead);
  const whole = read.subarray(0, read.length - unfinishedCharacter(read));
  return {
    text: whole.toString('utf8'),
    position: { inode: ino, offset: offset + whole.length },
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

interface Bell {
  /** Settles when the log was appended to since the last call, or the signal has aborted. */
  rung(): Promise<void>;
  close(): void;
}

function openBell(log: WakingLog, signal: AbortSignal): Bell {
  let isRung = false;
  let wake: () => void = () => undefined;
  const ring = (): void => {
    isRung = true;
    wake();
  };
  const silence = log.onAppended(ring);
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
