import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import type { Measure, Round } from '../measure.ts';
import type { Effort } from '../row.ts';
import { median } from '../statistics.ts';

/** Reads its input to the end, as a hook may. */
const PROGRAM = '/bin/cat';
const MUCH_MEGABYTES = 1000;

/**
 * How long the start of a hook holds the daemon up, against Node's own start of a program, which is a fork; and how that
 * grows with the memory of the daemon, which a fork would copy the tables of.
 */
export function hookStart({ quick }: Effort): Promise<readonly Measure[]> {
  const block: Round[] = [];
  const growth: Round[] = [];
  for (let round = 0; round < (quick ? 2 : 5); round += 1) {
    const small = starts(0, quick ? 10 : 40);
    const large = starts(MUCH_MEGABYTES, quick ? 10 : 40);
    block.push({ ours: median(small.hook), yardstick: median(small.node) });
    growth.push({ ours: median(large.hook), yardstick: median(small.hook) });
  }
  return Promise.resolve([
    {
      what: "a hook's start holds the loop up, over a start by Node alone",
      unit: 'ms',
      rounds: block,
      target: { of: 'ratio', most: 0.5 },
    },
    { what: 'the same in a program of 1 GB, over a small one', unit: 'ms', rounds: growth },
  ]);
}

interface Starts {
  readonly hook: readonly number[];
  readonly node: readonly number[];
}

function starts(megabytes: number, count: number): Starts {
  const words = [
    '--conditions=@harness/source',
    join(import.meta.dirname, '../hook-start-probe.ts'),
    String(megabytes),
    String(count),
    PROGRAM,
  ];
  return JSON.parse(execFileSync(process.execPath, words, { encoding: 'utf8' })) as Starts;
}
