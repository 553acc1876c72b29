import { type FileHandle, open } from 'node:fs/promises';
import { hasCode } from '../process/start-failure.ts';
import { unfinishedCharacter } from './unfinished-character.ts';

const LINE_FEED = 0x0a;
const BLOCK_BYTES = 64 * 1024;
const MAX_BYTES = 8 * 1024 * 1024;

/** How much of a log is read. */
export interface TailOptions {
  /** How many lines at most. */
  readonly lines: number;
  /** How many bytes at most; older lines are left out. Default 8 MiB. */
  readonly maxBytes?: number;
}

/** A place in a log: which file, and how much of it has been read. */
export interface LogPosition {
  /** 0 before any file was seen. */
  readonly inode: number;
  readonly offset: number;
}

/** The last lines of a log, oldest first, across its rotated files, an unfinished one included; an absent log has none. */
export async function readLastLines(path: string, options: TailOptions): Promise<string[]> {
  return (await readTail(path, options)).lines;
}

/** @property isOpen - Whether the last of the lines is unfinished. */
export interface LogTail {
  readonly lines: string[];
  readonly isOpen: boolean;
  readonly position: LogPosition;
}

/** {@link readLastLines}, and the place after them. */
export async function readTail(
  path: string,
  { lines: wanted, maxBytes = MAX_BYTES }: TailOptions,
): Promise<LogTail> {
  let lines: string[] = [];
  let isOpen = false;
  let leftBytes = maxBytes;
  let position: LogPosition | undefined;
  const seen = new Set<number>();

  for (let number = 0; ; number += 1) {
    const part = await withFile(rotated(path, number), async (file) => {
      const { ino, size } = await file.stat();
      // Rotated while it was read: the file that was seen as the newest is the next one now.
      const limit = seen.has(ino) ? 0 : wanted - lines.length;
      return { ino, ...(await readBackwards(file, size, limit, leftBytes)) };
    });
    if (part !== undefined) {
      seen.add(part.ino);
      if (position === undefined) {
        position = { inode: part.ino, offset: part.endOffset };
        isOpen = part.isOpen;
      }
      lines = [...part.lines, ...lines];
      leftBytes -= part.sizeBytes;
    }
    if ((part === undefined && number > 0) || lines.length >= wanted || leftBytes <= 0) {
      return { lines, isOpen, position: position ?? { inode: 0, offset: 0 } };
    }
  }
}

/** The path of a rotated file; 0 is the one that is written. */
export function rotated(path: string, number: number): string {
  return number === 0 ? path : `${path}.${number}`;
}

/** Opens a file for `use`; undefined when it does not exist. */
export async function withFile<T>(
  path: string,
  use: (file: FileHandle) => Promise<T>,
): Promise<T | undefined> {
  let file: FileHandle;
  try {
    file = await open(path, 'r');
  } catch (error) {
    if (hasCode(error, 'ENOENT')) {
      return undefined;
    }
    throw error;
  }
  try {
    return await use(file);
  } finally {
    await file.close();
  }
}

interface FileTail {
  readonly lines: string[];
  readonly sizeBytes: number;
  /** Whether the last of the lines is unfinished. */
  readonly isOpen: boolean;
  /** How much of the file this is the end of. */
  readonly endOffset: number;
}

async function readBackwards(
  file: FileHandle,
  size: number,
  wanted: number,
  maxBytes: number,
): Promise<FileTail> {
  let bytes = Buffer.alloc(0);
  let from = size;
  while (from > 0 && bytes.length < maxBytes && countLines(bytes) <= wanted) {
    const length = Math.min(from, Math.max(BLOCK_BYTES, bytes.length), maxBytes - bytes.length);
    from -= length;
    const block = await file.read(Buffer.allocUnsafe(length), 0, length, from);
    bytes = Buffer.concat([block.buffer.subarray(0, block.bytesRead), bytes]);
  }
  const whole = bytes.subarray(0, bytes.length - unfinishedCharacter(bytes));
  // Unless the file begins here, the first line is only a part of one.
  const start = from === 0 ? 0 : bytes.indexOf(LINE_FEED) + 1;
  const lines = linesOf(whole.subarray(start));
  const kept = wanted > 0 ? lines.slice(-wanted) : [];
  return {
    lines: kept,
    sizeBytes: bytes.length,
    isOpen: kept.length > 0 && whole.at(-1) !== LINE_FEED,
    endOffset: from + whole.length,
  };
}

function linesOf(bytes: Buffer): string[] {
  return bytes.length === 0 ? [] : bytes.toString('utf8').replace(/\n$/, '').split('\n');
}

function countLines(bytes: Buffer): number {
  let count = 0;
  for (let at = bytes.indexOf(LINE_FEED); at !== -1; at = bytes.indexOf(LINE_FEED, at + 1)) {
    count += 1;
  }
  return count;
}
