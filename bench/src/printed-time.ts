import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A script for `sh` that prints files as fast as it can, and notes how long the last one took. */
export interface PrintingScript {
  readonly text: string;
  /** Appears when all is printed. */
  readonly times: string;
}

/**
 * Prints what the code of a reader needs to be compiled, and then what is timed.
 *
 * @param folder - Holds `warm.txt` and `agent.txt`.
 * @param name - Of the file with the times.
 */
export function printingScript(folder: string, name: string): PrintingScript {
  const times = join(folder, name);
  const text = `cat ${folder}/warm.txt; date +%s%N >${times}~; cat ${folder}/agent.txt; date +%s%N >>${times}~; mv ${times}~ ${times}`;
  return { text, times };
}

/** From the first byte that was printed to the last that was taken, in nanoseconds. */
export function printedNs({ times }: PrintingScript): number {
  const [from = '', to = ''] = readFileSync(times, 'utf8').split('\n');
  return Number(BigInt(to) - BigInt(from));
}
