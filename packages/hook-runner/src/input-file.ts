import { closeSync, constants, openSync, writeSync } from 'node:fs';

/** `O_TMPFILE`, which Node does not name: asm-generic/fcntl.h of Linux. With a folder's name it opens a new file without one. */
const NAMELESS = 0o20000000 | constants.O_DIRECTORY;

/**
 * A descriptor at the start of a nameless file in memory that holds a text; the caller closes it. Undefined where there
 * is no such place, or no room in it. Linux only.
 *
 * A program that opens `/dev/stdin` by name can do so with a file. Node's pipes are sockets, which
 * cannot be opened; and a file can be left unread without anybody being hit by a broken pipe.
 */
export function inputFile(text: string): number | undefined {
  let fd: number | undefined;
  try {
    fd = openSync('/dev/shm', NAMELESS | constants.O_RDWR | constants.O_EXCL, 0o600);
    writeWhole(fd, Buffer.from(text));
    return fd;
  } catch {
    // No such folder, no room, no descriptors left: a pipe serves, or fails, in its place.
    if (fd !== undefined) {
      closeSync(fd);
    }
    return undefined;
  }
}

/** Leaves the descriptor where it stands. */
function writeWhole(fd: number, bytes: Buffer): void {
  for (let at = 0; at < bytes.length; ) {
    at += writeSync(fd, bytes, at, bytes.length - at, at);
  }
}
