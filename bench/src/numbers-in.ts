import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What the programs in C have noted in a file of a folder, a number a line; a line that is not whole yet is none. */
export function numbersIn(folder: string, name: string): number[] {
  const file = join(folder, name);
  return existsSync(file) ? readFileSync(file, 'utf8').split('\n').slice(0, -1).map(Number) : [];
}
