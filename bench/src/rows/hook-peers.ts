import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { cProgram } from '../c-programs.ts';
import { requireBuild } from '../command.ts';
import { removeFolder, throwawayFolder } from '../contender.ts';
import { layOut, type Place, writeScript } from '../faults/place.ts';
import type { Supervisor } from '../faults/supervisor.ts';
import { SUPERVISORS } from '../faults/supervisors.ts';
import type { Measure } from '../measure.ts';
import { setUpPeers } from '../peers/set-up.ts';
import { endProcessesOf } from '../processes.ts';
import type { Effort } from '../row.ts';
import { waitUntil } from '../wait-until.ts';

/** supervisord counts a program as running when it has been up for a second. */
const SETTLED_MS = 1_500;
const PAUSE_MS = 50;

/**
 * From the death of a program to the first instruction of the hook, in turns with the supervisors that others use, each
 * told by its own means. The hook is begun by a shell everywhere, for they name the program in different ways.
 */
export async function hookPeers({ quick }: Effort): Promise<readonly Measure[]> {
  requireBuild();
  const folder = throwawayFolder();
  const there = setUpPeers(SUPERVISORS.flatMap(({ peer = [] }) => peer));
  const supervisors = SUPERVISORS.filter(({ peer }) => peer === undefined || there.has(peer));
  const names = Array.from({ length: quick ? 3 : 12 }, (_, index) => `p${index}`);
  try {
    const places = new Map<Supervisor, Place>();
    for (const supervisor of supervisors) {
      const place = victimsIn(join(folder, supervisor.name), names);
      await supervisor.start(place);
      places.set(supervisor, place);
    }
    await sleep(SETTLED_MS);
    const delays = new Map<Supervisor, number[]>(supervisors.map((each) => [each, []]));
    for (const name of names) {
      for (const [supervisor, place] of places) {
        delays.get(supervisor)?.push(await delayMs(join(place.folder, `of-${name}`)));
      }
    }
    const [ours, ...peers] = supervisors;
    return peers.map((peer) => ({
      what: `from death to hook, over ${peer.name}`,
      unit: 'ms',
      rounds: names.map((_, index) => ({
        ours: (ours && delays.get(ours)?.[index]) ?? Number.NaN,
        yardstick: delays.get(peer)?.[index] ?? Number.NaN,
      })),
      target: { of: 'ratio', most: 1 },
    }));
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
  const file = join(folder, name);
  return existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n', 1)[0]) : 0;
}
