import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { requireBuild } from '../command.ts';
import { removeFolder, throwawayFolder } from '../contender.ts';
import { areNoted, layOut } from '../faults/place.ts';
import { SUPERVISORS } from '../faults/supervisors.ts';
import type { Measure } from '../measure.ts';
import { setUpPeers } from '../peers/set-up.ts';
import { cpuMs, endProcessesOf, processesOf, programOf, residentKb } from '../processes.ts';
import type { Effort } from '../row.ts';
import { waitUntil } from '../wait-until.ts';

const SETTLE_MS = 15_000;
const OWN_PROGRAM = 'sleep';

/** Memory and processor time of whole supervisors with the same idle programs, side by side: all of their processes. */
export async function idlePeers({ quick, seconds }: Effort): Promise<readonly Measure[]> {
  requireBuild();
  const folder = throwawayFolder();
  const there = setUpPeers(SUPERVISORS.flatMap(({ peer = [] }) => peer));
  const supervisors = SUPERVISORS.filter(({ peer }) => peer === undefined || there.has(peer));
  const names = Array.from({ length: quick ? 5 : 50 }, (_, index) => `p${index}`);
  const script = {
    names,
    lines: `exec ${OWN_PROGRAM} 100000`,
    probed: false,
    tell: 'death',
  } as const;
  try {
    for (const { name, start } of supervisors) {
      const place = layOut(join(folder, name), script);
      await start(place);
      await waitUntil(`all are up in ${place.folder}`, () => areNoted(place, 'up', names));
    }
    await sleep(quick ? 0 : SETTLE_MS);
    const own = new Map(supervisors.map(({ name }) => [name, ownProcesses(join(folder, name))]));
    const sum = (name: string, of: (pid: number) => number): number =>
      (own.get(name) ?? []).reduce((total, pid) => total + of(pid), 0);
    const before = new Map(supervisors.map(({ name }) => [name, sum(name, cpuMs)]));
    await sleep(seconds * 1000);
    const memory = new Map(supervisors.map(({ name }) => [name, sum(name, residentKb) / 1024]));
    const cpu = new Map(
      supervisors.map(({ name }) => [
        name,
        ((sum(name, cpuMs) - (before.get(name) ?? 0)) * 60) / seconds,
      ]),
    );
    const [ours, ...peers] = supervisors.map(({ name }) => name);
    const measure = (
      what: string,
      unit: string,
      found: ReadonlyMap<string, number>,
      targets: Readonly<Partial<Record<string, number>>>,
    ) =>
      peers.map((peer) => ({
        what: `${what} with ${names.length} idle programs, over ${peer}`,
        unit,
        rounds: [
          { ours: found.get(ours ?? '') ?? Number.NaN, yardstick: found.get(peer) ?? Number.NaN },
        ],
        ...targetOf(targets[peer]),
      }));
    return [
      ...measure('memory', 'MB', memory, { pm2: 0.75 }),
      ...measure('processor time', 'ms/min', cpu, { supervisord: 0.3 }),
    ];
  } finally {
    await endProcessesOf(folder);
    removeFolder(folder);
  }
}

function targetOf(most: number | undefined): Pick<Measure, 'target'> {
  return most === undefined ? {} : { target: { of: 'ratio', most } };
}

/** Those of a supervisor itself, without the programs that it keeps. */
function ownProcesses(folder: string): readonly number[] {
  return processesOf(folder).filter((pid) => programOf(pid) !== OWN_PROGRAM);
}
