import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { requireBuild } from '../command.ts';
import { removeFolder, throwawayFolder } from '../contender.ts';
import { areNoted, layOut } from '../faults/place.ts';
import { presentSupervisors } from '../faults/supervisors.ts';
import type { Measure } from '../measure.ts';
import { overOurs } from '../over-ours.ts';
import { cpuMs, endProcessesOf, processesOf, programOf, residentKb } from '../processes.ts';
import type { Effort } from '../row.ts';
import { waitUntil } from '../wait-until.ts';

const SETTLE_MS = 15_000;
const OWN_PROGRAM = 'sleep';

/** Memory and processor time of whole supervisors with the same idle programs, side by side: all of their processes. */
export async function idlePeers({ quick, seconds }: Effort): Promise<readonly Measure[]> {
  requireBuild();
  const folder = throwawayFolder();
  const supervisors = presentSupervisors();
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
    const pids = supervisors.map(({ name }) => [name, ownProcesses(join(folder, name))] as const);
    const sums = (of: (pid: number) => number): ReadonlyMap<string, number> =>
      new Map(pids.map(([name, own]) => [name, own.reduce((sum, pid) => sum + of(pid), 0)]));
    const before = sums(cpuMs);
    await sleep(seconds * 1000);
    const usedMs = [...sums(cpuMs)].map(
      ([name, ms]) => [name, ms - (before.get(name) ?? 0)] as const,
    );
    const aMinute = new Map(usedMs.map(([name, ms]) => [name, (ms * 60) / seconds]));
    const programs = `with ${names.length} idle programs`;
    return [
      ...overOurs([sums((pid) => residentKb(pid) / 1024)], {
        what: `memory ${programs}`,
        unit: 'MB',
        most: (peer) => (peer === 'pm2' ? 0.75 : undefined),
      }),
      ...overOurs([aMinute], {
        what: `processor time ${programs}`,
        unit: 'ms/min',
        most: (peer) => (peer === 'supervisord' ? 0.3 : undefined),
      }),
    ];
  } finally {
    await endProcessesOf(folder);
    removeFolder(folder);
  }
}

/** Those of a supervisor itself, without the programs that it keeps. */
function ownProcesses(folder: string): readonly number[] {
  return processesOf(folder).filter((pid) => programOf(pid) !== OWN_PROGRAM);
}
