import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';

/** The content of a file; undefined where there is none that can be read. A pipe or a device would never end: it counts as none. */
export function readRegularFile(file: string): Buffer | undefined {
  try {
    const fd = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      return fstatSync(fd).isFile() ? readFileSync(fd) : undefined;
    } finally {
      closeSync(fd);
    }
  } catch {
    // Gone, forbidden, or a folder.
    return undefined;
  }
}
