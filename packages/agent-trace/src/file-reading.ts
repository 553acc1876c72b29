import { closeSync, constants, openSync, readSync } from 'node:fs';

/**
 * Opens a file for reading, has it used and closes it. Throws the system's error, as a use may.
 *
 * It does not wait for a thread, which costs more than the opening does. A pipe in a file's place must not hold up
 * the process until somebody writes to it.
 */
export async function withFile<T>(path: string, use: (fd: number) => T | Promise<T>): Promise<T> {
  const fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    return await use(fd);
  } finally {
    closeSync(fd);
  }
}

/** A few bytes of an open file, fewer where it ends before; without waiting for a thread. */
export function readNow(fd: number, start: number, end: number): Buffer {
  const buffer = Buffer.allocUnsafe(end - start);
  let filled = 0;
  while (filled < buffer.length) {
    const bytesRead = readSync(fd, buffer, filled, buffer.length - filled, start + filled);
    if (bytesRead === 0) {
      break;
    }
    filled += bytesRead;
  }
  return buffer.subarray(0, filled);
}
