import { setTimeout as sleep } from 'node:timers/promises';
import { endProcessesOf } from '../processes.ts';
import { waitUntil } from '../wait-until.ts';
import type { Fault, FaultName } from './fault.ts';
import { areNoted, layOut, notesOf, type Place } from './place.ts';
import type { Supervisor } from './supervisor.ts';
import { type Count, countTellings, sumOf } from './tellings.ts';

/** A fault that is to be brought about in a supervisor. */
export interface Trial {
  readonly fault: Fault;
  readonly supervisor: Supervisor;
  /** A folder of its own. */
  readonly folder: string;
  readonly quick: boolean;
}

/** What came of it: what was told, or why the supervisor cannot see such a fault. */
export type Finding = { readonly supervisor: string; readonly fault: FaultName } & (
  | ({ readonly kind: 'counted' } & Count)
  | { readonly kind: 'cannot'; readonly reason: string }
  /** The fault could not be brought about. */
  | { readonly kind: 'failed'; readonly reason: string }
);

/** Few enough that they do not slow each other down: most of a trial is waiting. */
const LANES = 3;
/** supervisord counts a program as running when it has been up for a second. */
export const SETTLED_MS = 1_500;

/** Makes the trials, some side by side; the findings are in the trials' order. */
export async function findingsOf(trials: readonly Trial[]): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  const waiting = [...trials.entries()];
  const lane = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [index, trial] = next;
      findings[index] = await findingOf(trial);
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  return findings;
}

async function findingOf(trial: Trial): Promise<Finding> {
  const { supervisor, fault } = trial;
  const names = { supervisor: supervisor.name, fault: fault.name };
  const reason = supervisor.cannot[fault.name];
  if (reason !== undefined) {
    return { ...names, kind: 'cannot', reason };
  }
  try {
    const counts: Count[] = [];
    for (const round of fault.rounds.keys()) {
      counts.push(await countOf(trial, round));
    }
    return { ...names, kind: 'counted', ...sumOf(counts) };
  } catch (error) {
    // One supervisor that does not do as it is expected to leaves the others their trials.
    return { ...names, kind: 'failed', reason: (error as Error).message };
  }
}

async function countOf({ supervisor, fault, folder, quick }: Trial, round: number): Promise<Count> {
  const place = layOut(`${folder}-${round}`, fault.script);
  try {
    const supervised = await supervisor.start(place);
    await waitUntil(`all are up in ${place.folder}`, () =>
      areNoted(place, 'up', fault.script.names),
    );
    await sleep(fault.script.tell === 'death' ? SETTLED_MS : 0);
    await fault.rounds[round]?.(place, supervised);
    await listenTo(place, fault, quick);
    return countTellings(fault.wanted, {
      up: notesOf(place, 'up'),
      faults: notesOf(place, 'faults'),
      tellings: notesOf(place, 'tellings'),
    });
  } finally {
    await endProcessesOf(place.folder);
  }
}

/** Until all was told or there is no hope any more, and a while longer for what is told twice. */
async function listenTo(place: Place, { wanted, hopeMs }: Fault, quick: boolean): Promise<void> {
  const giveUpMs = performance.now() + hopeMs;
  while (!areNoted(place, 'tellings', wanted) && performance.now() < giveUpMs) {
    await sleep(50);
  }
  await sleep(quick ? 2_000 : 4_000);
}
