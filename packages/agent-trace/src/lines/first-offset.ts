import { statSync } from 'node:fs';
import { open } from 'node:fs/promises';

/** Where reading begins in a file, and whether it holds anything older. */
export interface FirstOffset {
  readonly offset: number;
  readonly resumed: boolean;
  /** When the run's part begins, in Unix milliseconds, as far as the file's own times say. */
  readonly bornMs: number;
}

/** When a run began, for one file. */
export interface RunStart {
  readonly sinceMs: number;
  /** The file was not there when the run was first looked at. */
  readonly isLate: boolean;
  /** What it held when it was seen unchanged since before the run. */
  readonly oldBytes?: number | undefined;
}

/** The earliest time that a file of the run can show, in Unix milliseconds. */
export function earliestOf({ sinceMs, isLate }: Pick<RunStart, 'isLate' | 'sinceMs'>): number {
  return isLate ? sinceMs - LAG_MS : sinceMs;
}

/**
 * The byte at which a run's part of a file begins.
 *
 * A file that was made since then is new as a whole, and one that was not written since then is old
 * as a whole. Only where a file from before was written to before anyone looked do the stamps of its
 * last records tell the two parts apart.
 */
export async function firstOffset(path: string, start: RunStart): Promise<FirstOffset> {
  const { birthtimeMs, mtimeMs, size } = statSync(path);
  const { oldBytes } = start;
  if (oldBytes !== undefined) {
    const offset = oldBytes <= size ? oldBytes : 0;
    return { offset, resumed: offset > 0, bornMs: mtimeMs };
  }
  const earliestMs = earliestOf(start);
  if (birthtimeMs >= earliestMs) {
    return { offset: 0, resumed: false, bornMs: birthtimeMs };
  }
  if (mtimeMs < earliestMs) {
    return { offset: size, resumed: size > 0, bornMs: mtimeMs };
  }
  const offset = await offsetByStamps(path, size, start.sinceMs);
  return { offset, resumed: offset > 0, bornMs: mtimeMs };
}

async function offsetByStamps(path: string, size: number, sinceMs: number): Promise<number> {
  const start = Math.max(0, size - WINDOW_BYTES);
  const window = await readWindow(path, start, size);
  let offset = start === 0 ? 0 : start + window.indexOf(NEWLINE) + 1;
  for (let from = offset - start; ; ) {
    const end = window.indexOf(NEWLINE, from);
    if (end === -1) {
      return offset;
    }
    const stamp = STAMP.exec(window.toString('latin1', from, end))?.[1];
    from = end + 1;
    if (stamp !== undefined && Date.parse(stamp) < sinceMs) {
      offset = start + from;
    }
  }
}

async function readWindow(path: string, start: number, end: number): Promise<Buffer> {
  const file = await open(path, 'r');
  try {
    const buffer = Buffer.alloc(end - start);
    const { bytesRead } = await file.read(buffer, 0, buffer.length, start);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

// A file system's clock runs behind the system's by a tick, and a network's by more.
const LAG_MS = 1_000;
const NEWLINE = 0x0a;
const WINDOW_BYTES = 4 * 1024 * 1024;
const STAMP = /"timestamp": ?"([^"]{10,40})"/;
