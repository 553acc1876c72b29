import { randomUUID } from 'node:crypto';
import { openSync, rmSync, writeFileSync } from 'node:fs';

/**
 * A descriptor open for reading at the start of a nameless file in memory that holds a text; the
 * caller closes it. Undefined where there is no such place, or no room in it. Linux only.
 *
 * A program that opens `/dev/stdin` by name can do so with a file. Node's pipes are sockets, which
 * cannot be opened; and a file can be left unread without anybody being hit by a broken pipe.
 */
export function inputFile(text: string): number | undefined {
  const path = `/dev/shm/harness-hook-${randomUUID()}`;
  try {
    writeFileSync(path, text, { flag: 'wx', mode: 0o600 });
    return openSync(path, 'r');
  } catch {
    // No such folder, no room, no descriptors left: a pipe serves, or fails, in its place.
    return undefined;
  } finally {
    rmSync(path, { force: true });
  }
}
