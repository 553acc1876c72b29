import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { hasEnded } from '../processes.ts';
import { waitUntil } from '../wait-until.ts';
import { AWAIT_GO, areNoted, letGo, notesOf, type Place, type Script } from './place.ts';
import type { Supervised } from './supervisor.ts';

/** What is done to each supervisor. */
export const FAULT_NAMES = [
  'crash-loop',
  'hang',
  'long-line',
  'not-utf-8',
  'many-at-once',
  'hung-hook',
  'killed',
] as const;

/** One of {@link FAULT_NAMES}. */
export type FaultName = (typeof FAULT_NAMES)[number];

/** A fault that befalls the programs of a supervisor. */
export interface Fault {
  readonly name: FaultName;
  readonly script: Script;
  /** The programs of which a person is to be told. */
  readonly wanted: readonly string[];
  /** How long there is hope that all of it is told. */
  readonly hopeMs: number;
  /** One for each time that the fault is brought about, with a supervisor of its own. */
  readonly rounds: readonly Round[];
}

/** Brings a fault about in a place where all programs are up. */
type Round = (place: Place, supervised: Supervised) => Promise<void>;

/** The faults; a look takes fewer programs and rounds. */
export function faultsFor(quick: boolean): readonly Fault[] {
  const many = Array.from({ length: quick ? 10 : 50 }, (_, index) => `p${index}`);
  const killedMs = quick ? [20] : [0, 10, 20, 50, 100];
  return [
    { name: 'crash-loop', script: CRASHES, wanted: ['a'], hopeMs: 20_000, rounds: [nothing] },
    { name: 'hang', script: HANGS, wanted: ['a'], hopeMs: 10_000, rounds: [hang] },
    { name: 'long-line', script: dying(['a'], LONG_LINE), wanted: ['a'], ...ONE_DEATH },
    { name: 'not-utf-8', script: dying(['a'], NOT_UTF_8), wanted: ['a'], ...ONE_DEATH },
    { name: 'many-at-once', script: dying(many), wanted: many, ...ONE_DEATH },
    {
      ...ONE_DEATH,
      name: 'hung-hook',
      script: dying(PAIR),
      wanted: ['second'],
      rounds: [hangHook],
    },
    {
      ...ONE_DEATH,
      name: 'killed',
      script: dying(['a']),
      wanted: ['a'],
      rounds: killedMs.map(killedAfter),
    },
  ];
}

const PAIR = ['first', 'second'];

function dying(names: readonly string[], print = ''): Script {
  const lines = [AWAIT_GO, 'fault', print, 'exit 1'].join('\n');
  return { names, lines, probed: false, tell: 'death' };
}

const LONG_LINE = "head -c 1000000 /dev/zero | tr '\\0' x";
const NOT_UTF_8 = "printf '\\377\\376 \\300\\257 \\355\\240\\200 broken\\n'";
const CRASHES: Script = {
  names: ['a'],
  lines: 'fault\nexit 1',
  probed: false,
  tell: 'giving-up',
};
const HANGS: Script = {
  names: ['a'],
  lines: `while :; do
  : >alive
  [ ! -e go ] || { fault; kill -STOP $$; }
  sleep 0.1
done`,
  probed: true,
  tell: 'death',
};
const ONE_DEATH = { hopeMs: 6_000, rounds: [letAllGo] };

/** The programs do it to themselves. */
async function nothing(): Promise<void> {
  await Promise.resolve();
}

function hang({ folder }: Place): Promise<void> {
  writeFileSync(join(folder, 'go'), '');
  return Promise.resolve();
}

async function letAllGo(place: Place): Promise<void> {
  for (const { name } of place.programs) {
    await letGo(place, name);
  }
}

async function hangHook(place: Place): Promise<void> {
  writeFileSync(join(place.folder, 'hangs-first'), '');
  await letGo(place, 'first');
  await waitUntil('the first hook hangs', () => areNoted(place, 'tellings', ['first']));
  await letGo(place, 'second');
}

function killedAfter(delayMs: number): Round {
  return async (place, { crash }) => {
    await letGo(place, 'a');
    await waitUntil('it dies', () => notesOf(place, 'faults').some(({ pid }) => hasEnded(pid)));
    await sleep(delayMs);
    await crash();
  };
}
