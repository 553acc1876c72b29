import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { requireBuild } from '../command.ts';
import { type Contender, removeFolder, startDaemon, throwawayFolder } from '../contender.ts';
import type { Measure } from '../measure.ts';
import { childrenOf, residentKb } from '../processes.ts';
import type { Effort } from '../row.ts';
import { waitUntil } from '../wait-until.ts';

const FEW = 5;
const SETTLE_MS = 6_000;

/**
 * What an idle harness costs that has drawn its screen on a terminal and waits, against one that has printed the same
 * into a pipe: how much more memory a daemon of many has than a daemon of few.
 */
export async function idleTerminals({ quick }: Effort): Promise<readonly Measure[]> {
  requireBuild();
  const folder = throwawayFolder();
  const many = quick ? 25 : 105;
  try {
    await using fewOnTerminals = daemonWith(join(folder, 'few-terminals'), FEW, true);
    await using manyOnTerminals = daemonWith(join(folder, 'many-terminals'), many, true);
    await using fewOnPipes = daemonWith(join(folder, 'few-pipes'), FEW, false);
    await using manyOnPipes = daemonWith(join(folder, 'many-pipes'), many, false);
    for (const [daemon, count] of [
      [fewOnTerminals, FEW],
      [manyOnTerminals, many],
      [fewOnPipes, FEW],
      [manyOnPipes, many],
    ] as const) {
      await waitUntil(`${count} children run`, () => childrenOf(daemon.pid).length >= count);
    }
    await sleep(SETTLE_MS);
    const each = (large: Contender, small: Contender): number =>
      (residentKb(large.pid) - residentKb(small.pid)) / (many - FEW);
    return [
      {
        what: 'memory per idle harness on a terminal, beside one on a pipe',
        unit: 'kB',
        rounds: [
          {
            ours: each(manyOnTerminals, fewOnTerminals),
            yardstick: each(manyOnPipes, fewOnPipes),
          },
        ],
        target: { of: 'ours', most: 500 },
      },
    ];
  } finally {
    removeFolder(folder);
  }
}

/** As full-screen programs begin: the alternate screen, colours, a line on each of its rows. */
const DRAWS =
  "printf '\\\\033[?1049h\\\\033[2J'; for row in $(seq 39); do printf '\\\\033[32m%-110s\\\\033[0m\\\\r\\\\n' row-$row; done; exec sleep infinity";

function daemonWith(folder: string, count: number, tty: boolean): Contender {
  const harnesses = Array.from(
    { length: count },
    (_, index) =>
      `[harness.h${index}]\nharness = "generic"\ntty = ${tty}\nenabled = true\nargs = ["-c", "${DRAWS}"]\n`,
  );
  return startDaemon(folder, `[server]\nmetrics_listen = "off"\n${harnesses.join('')}`, {});
}
