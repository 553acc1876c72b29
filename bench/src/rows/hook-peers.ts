import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { cProgram } from '../c-programs.ts';
import { requireBuild } from '../command.ts';
import { removeFolder, throwawayFolder } from '../contender.ts';
import { layOut, type Place, writeScript } from '../faults/place.ts';
import { presentSupervisors } from '../faults/supervisors.ts';
import { SETTLED_MS } from '../faults/trial.ts';
import type { Measure } from '../measure.ts';
import { numbersIn } from '../numbers-in.ts';
import { overOurs } from '../over-ours.ts';
import { endProcessesOf } from '../processes.ts';
import type { Effort } from '../row.ts';
import { waitUntil } from '../wait-until.ts';

const PAUSE_MS = 50;

/**
 * From the death of a program to the first instruction of the hook, in turns with the supervisors that others use, each
 * told by its own means. The hook is begun by a shell everywhere, for they name the program in different ways.
 */
export async function hookPeers({ quick }: Effort): Promise<readonly Measure[]> {
  requireBuild();
  const folder = throwawayFolder();
  const names = Array.from({ length: quick ? 3 : 12 }, (_, index) => `p${index}`);
  const supervisors = presentSupervisors().map(({ name, start }) => {
    const place = victimsIn(join(folder, name), names);
    return { name, place, start: () => start(place) };
  });
  try {
    for (const { start } of supervisors) {
      await start();
    }
    await sleep(SETTLED_MS);
    const rounds: ReadonlyMap<string, number>[] = [];
    for (const victim of names) {
      const delays = new Map<string, number>();
      for (const { name, place } of supervisors) {
        delays.set(name, await delayMs(join(place.folder, `of-${victim}`)));
      }
      rounds.push(delays);
    }
    return overOurs(rounds, { what: 'from death to hook', unit: 'ms', most: () => 1 });
  } finally {
    await endProcessesOf(folder);
    removeFolder(folder);
  }
}

/** Programs that wait for a signal and die of it, and a hook; both note the time in the folder of their program. */
function victimsIn(folder: string, names: readonly string[]): Place {
  const place = layOut(folder, {
    names,
    lines: `exec '${cProgram('die')}' "$PWD/of-$name" stays`,
    probed: false,
    tell: 'death',
  });
  for (const name of names) {
    mkdirSync(join(folder, `of-${name}`));
  }
  const hook = `exec '${cProgram('hook')}' "$PWD/of-\${HARNESS_NOTIFY_HARNESS:-$1}"`;
  return { ...place, hook: writeScript(folder, 'hook-of-all', hook) };
}

async function delayMs(folder: string): Promise<number> {
  await waitUntil(`a program waits in ${folder}`, () => firstIn(folder, 'ready') > 0);
  await sleep(PAUSE_MS);
  process.kill(firstIn(folder, 'ready'), 'SIGUSR1');
  await waitUntil(`the hook has run in ${folder}`, () => firstIn(folder, 'hooks') > 0);
  return (firstIn(folder, 'hooks') - firstIn(folder, 'deaths')) / 1e6;
}

function firstIn(folder: string, name: string): number {
  return numbersIn(folder, name)[0] ?? 0;
}
