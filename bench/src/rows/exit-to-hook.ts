import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type CProgram, cProgram } from '../c-programs.ts';
import { requireBuild } from '../command.ts';
import {
  type Contender,
  removeFolder,
  startDaemon,
  startProgram,
  throwawayFolder,
} from '../contender.ts';
import type { Measure } from '../measure.ts';
import type { Effort } from '../row.ts';
import { waitUntil } from '../wait-until.ts';

const NAMES = ['daemon', 'node', 'c'] as const;
type Name = (typeof NAMES)[number];

/** The daemon starts its child anew this soon, and has put away what it knows of the last one by then. */
const PAUSE_MS = 150;
const WARM_UP = 5;

/**
 * From the death of a supervised child to the first instruction of the hook: the real daemon against the least program
 * that Node and C can be. One child dies at a time, in turns.
 */
export async function exitToHook({ quick }: Effort): Promise<readonly Measure[]> {
  requireBuild();
  const folder = throwawayFolder();
  const paths: readonly string[] = NAMES.map((name) => join(folder, name));
  for (const path of paths) {
    mkdirSync(path);
  }
  try {
    await using daemon = startDaemon(
      join(folder, 'home'),
      configurationIn(join(folder, 'daemon')),
      POLICY,
    );
    await using node = startPlain(
      process.execPath,
      [join(import.meta.dirname, '../plain-supervisor.mjs')],
      join(folder, 'node'),
    );
    await using c = startPlain(cProgram('supervise'), [], join(folder, 'c'));
    const pids = [daemon.pid, node.pid, c.pid];
    const samples = await inTurns(folder, (quick ? 10 : 100) + WARM_UP);
    return pids.length === 0 ? [] : measuresOf(samples);
  } finally {
    removeFolder(folder);
  }
}

/** Each death of the only harness is told, however many there are. */
const POLICY = {
  maxRestarts: 1_000_000,
  flapQuickExits: 1,
  flapStreak: 1,
  backoffMs: [PAUSE_MS],
};

function configurationIn(folder: string): string {
  const argv = (name: CProgram): string => JSON.stringify([cProgram(name), folder]);
  return `[notify]
command = ${argv('hook')}
events = ["flapping"]
cooldown = "0s"

[server]
metrics_listen = "off"

[harness.victim]
harness = "command"
argv = ${argv('die')}
enabled = true
`;
}

function startPlain(program: string, words: readonly string[], folder: string): Contender {
  return startProgram(program, [...words, cProgram('die'), cProgram('hook'), folder]);
}

type Samples = Readonly<Record<Name, readonly number[]>>;

async function inTurns(folder: string, count: number): Promise<Samples> {
  const samples = { daemon: [] as number[], node: [] as number[], c: [] as number[] };
  for (let round = 0; round < count; round += 1) {
    for (const name of NAMES) {
      const delayNs = await oneDeath(join(folder, name), round);
      if (round >= WARM_UP) {
        samples[name].push(delayNs);
      }
    }
  }
  return samples;
}

async function oneDeath(folder: string, before: number): Promise<number> {
  await waitUntil(
    `child ${before + 1} of ${folder} runs`,
    () => numbersIn(folder, 'ready').length > before,
  );
  await sleep(PAUSE_MS / 3);
  process.kill(numbersIn(folder, 'ready')[before] ?? 0, 'SIGUSR1');
  await waitUntil(
    `hook ${before + 1} of ${folder} runs`,
    () => numbersIn(folder, 'hooks').length > before,
  );
  return (numbersIn(folder, 'hooks')[before] ?? 0) - (numbersIn(folder, 'deaths')[before] ?? 0);
}

function numbersIn(folder: string, name: string): number[] {
  const file = join(folder, name);
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  return text.split('\n').slice(0, -1).map(Number);
}

function measuresOf({ daemon, node, c }: Samples): Measure[] {
  const paired = (ours: readonly number[], yardstick: readonly number[]) =>
    ours.map((ns, index) => ({ ours: ns / 1e6, yardstick: (yardstick[index] ?? 0) / 1e6 }));
  return [
    {
      what: 'daemon over a plain Node program',
      unit: 'ms',
      rounds: paired(daemon, node),
      target: { of: 'ratio', most: 1.3 },
    },
    { what: 'daemon over C', unit: 'ms', rounds: paired(daemon, c) },
    { what: 'a plain Node program over C', unit: 'ms', rounds: paired(node, c) },
  ];
}
