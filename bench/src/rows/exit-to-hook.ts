import { mkdirSync } from 'node:fs';
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
import { numbersIn } from '../numbers-in.ts';
import type { Effort } from '../row.ts';
import { waitUntil } from '../wait-until.ts';

const NAMES = ['daemon', 'node', 'c'] as const;
type Name = (typeof NAMES)[number];

/** The daemon starts its child anew this soon, and has put away what it knows of the last one by then. */
const PAUSE_MS = 150;
const WARM_UP = 5;
/**
 * Where a process's memory comes to lie makes it up to a tenth quicker or slower for as long as it lives, also one of the
 * same program: each contender lives several times.
 */
const LIVES = 5;

/**
 * From the death of a supervised child to the first instruction of the hook: the real daemon against the least program
 * that Node and C can be. One child dies at a time, in turns.
 */
export function exitToHook({ quick }: Effort): Promise<readonly Measure[]> {
  return fromDeathToHook(1, quick ? 10 : 100, { of: 'node', most: 1.1 });
}

/** The same for four that die at once: until the hook of the last one runs. */
export function burst({ quick }: Effort): Promise<readonly Measure[]> {
  return fromDeathToHook(4, quick ? 5 : 50, { of: 'c', most: 1.5 });
}

async function fromDeathToHook(
  together: number,
  rounds: number,
  target: { readonly of: Name; readonly most: number },
): Promise<readonly Measure[]> {
  requireBuild();
  const samples = { daemon: [] as number[], node: [] as number[], c: [] as number[] };
  for (let life = 0; life < LIVES; life += 1) {
    const lived = await liveOnce(together, rounds / LIVES);
    for (const name of NAMES) {
      samples[name].push(...lived[name]);
    }
  }
  return measuresOf(samples, target);
}

async function liveOnce(together: number, rounds: number): Promise<Samples> {
  const folder = throwawayFolder();
  for (const name of NAMES) {
    mkdirSync(join(folder, name));
  }
  try {
    await using _daemon = startDaemon(
      join(folder, 'home'),
      configurationIn(join(folder, 'daemon'), together),
      POLICY,
    );
    await using _node = startPlain(
      process.execPath,
      [join(import.meta.dirname, '../plain-supervisor.mjs')],
      [join(folder, 'node'), String(together)],
    );
    // In C one each, since it waits for one child at a time.
    await using ends = new AsyncDisposableStack();
    for (let count = 0; count < together; count += 1) {
      ends.use(startPlain(cProgram('supervise'), [], [join(folder, 'c')]));
    }
    return await inTurns(folder, together, rounds + WARM_UP);
  } finally {
    removeFolder(folder);
  }
}

/** Each death is told, however many there are. */
const POLICY = {
  maxRestarts: 1_000_000,
  flapQuickExits: 1,
  flapStreak: 1,
  backoffMs: [PAUSE_MS],
};

function configurationIn(folder: string, together: number): string {
  const argv = (name: CProgram): string => JSON.stringify([cProgram(name), folder]);
  const victims = Array.from(
    { length: together },
    (_, index) =>
      `[harness.victim-${index}]\nharness = "command"\nargv = ${argv('die')}\nenabled = true\n`,
  );
  return `[notify]
command = ${argv('hook')}
events = ["flapping"]
cooldown = "0s"

[server]
metrics_listen = "off"

${victims.join('')}`;
}

function startPlain(program: string, words: readonly string[], last: readonly string[]): Contender {
  return startProgram(program, [...words, cProgram('die'), cProgram('hook'), ...last]);
}

type Samples = Readonly<Record<Name, readonly number[]>>;

async function inTurns(folder: string, together: number, count: number): Promise<Samples> {
  const samples = { daemon: [] as number[], node: [] as number[], c: [] as number[] };
  for (let round = 0; round < count; round += 1) {
    for (const name of NAMES) {
      const delayNs = await oneDeath(join(folder, name), together, round);
      if (round >= WARM_UP) {
        samples[name].push(delayNs);
      }
    }
  }
  return samples;
}

/** So many children of a round die; nanoseconds from the first death to the last hook. */
async function oneDeath(folder: string, together: number, round: number): Promise<number> {
  const before = round * together;
  const noted = async (name: string): Promise<readonly number[]> => {
    await waitUntil(
      `${before + together} lines are in ${name} of ${folder}`,
      () => numbersIn(folder, name).length >= before + together,
    );
    return numbersIn(folder, name).slice(before, before + together);
  };
  const pids = await noted('ready');
  await sleep(PAUSE_MS / 3);
  for (const pid of pids) {
    process.kill(pid, 'SIGUSR1');
  }
  const hooks = await noted('hooks');
  return Math.max(...hooks) - Math.min(...(await noted('deaths')));
}

function measuresOf(
  samples: Samples,
  target: { readonly of: Name; readonly most: number },
): Measure[] {
  const measure = (what: string, ours: Name, yardstick: Name): Measure => ({
    what,
    unit: 'ms',
    rounds: samples[ours].map((ns, index) => ({
      ours: ns / 1e6,
      yardstick: (samples[yardstick][index] ?? 0) / 1e6,
    })),
    ...(ours === 'daemon' && yardstick === target.of
      ? { target: { of: 'ratio', most: target.most } as const }
      : {}),
  });
  return [
    measure('daemon over a plain Node program', 'daemon', 'node'),
    measure('daemon over C', 'daemon', 'c'),
    measure('a plain Node program over C', 'node', 'c'),
  ];
}
