import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { requireBuild } from '../command.ts';
import {
  type Contender,
  removeFolder,
  startDaemon,
  startProgram,
  throwawayFolder,
} from '../contender.ts';
import type { Measure, Round } from '../measure.ts';
import { childrenOf, cpuMs, residentKb } from '../processes.ts';
import type { Effort } from '../row.ts';
import { waitUntil } from '../wait-until.ts';

const MANY = 300;
/** Some 8 s after it has become quiet V8 tidies up once, in both: what follows is what idling costs. */
const SETTLE_MS = 15_000;
const WINDOWS = 3;

/** The daemon with idle harnesses on pipes, against the least Node program with the same children, side by side. */
export async function idle({ seconds }: Effort): Promise<readonly Measure[]> {
  requireBuild();
  const folder = throwawayFolder();
  try {
    await using daemonOfOne = daemonWith(join(folder, 'one'), 1);
    await using keeperOfOne = keeperWith(1);
    await using daemonOfMany = daemonWith(join(folder, 'many'), MANY);
    await using keeperOfMany = keeperWith(MANY);
    for (const [contender, count] of [
      [daemonOfOne, 1],
      [keeperOfOne, 1],
      [daemonOfMany, MANY],
      [keeperOfMany, MANY],
    ] as const) {
      await waitUntil(`${count} children run`, () => childrenOf(contender.pid).length >= count);
    }
    await sleep(SETTLE_MS);
    const pairs = [
      [daemonOfOne, keeperOfOne],
      [daemonOfMany, keeperOfMany],
    ] as const;
    const [one = [], many = []] = await watch(pairs, seconds);
    const cpu = { one, many };
    return measuresOf(memory(daemonOfOne, keeperOfOne), memory(daemonOfMany, keeperOfMany), cpu);
  } finally {
    removeFolder(folder);
  }
}

function daemonWith(folder: string, count: number): Contender {
  const harnesses = Array.from(
    { length: count },
    (_, index) =>
      `[harness.h${index}]\nharness = "command"\nargv = ["sleep", "infinity"]\nenabled = true\n`,
  );
  return startDaemon(folder, `[server]\nmetrics_listen = "off"\n${harnesses.join('')}`, {});
}

function keeperWith(count: number): Contender {
  const program = join(import.meta.dirname, '../plain-keeper.mjs');
  return startProgram(process.execPath, [program, String(count)]);
}

type Pair = readonly [daemon: Contender, keeper: Contender];

/** The processor time of each pair in several windows of the same time, in milliseconds a minute. */
async function watch(pairs: readonly Pair[], seconds: number): Promise<Round[][]> {
  const used = (): Round[] =>
    pairs.map(([daemon, keeper]) => ({ ours: cpuMs(daemon.pid), yardstick: cpuMs(keeper.pid) }));
  const looks = [used()];
  for (let window = 0; window < WINDOWS; window += 1) {
    await sleep((seconds * 1000) / WINDOWS);
    looks.push(used());
  }
  const aMinute = (60 * WINDOWS) / seconds;
  return pairs.map((_, pair) =>
    looks.slice(1).map((look, window) => ({
      ours: grown('ours', looks[window]?.[pair], look[pair]) * aMinute,
      yardstick: grown('yardstick', looks[window]?.[pair], look[pair]) * aMinute,
    })),
  );
}

function grown(part: keyof Round, before: Round | undefined, after: Round | undefined): number {
  return (after?.[part] ?? 0) - (before?.[part] ?? 0);
}

function memory(daemon: Contender, keeper: Contender): Round {
  return { ours: residentKb(daemon.pid), yardstick: residentKb(keeper.pid) };
}

function measuresOf(
  one: Round,
  many: Round,
  cpu: { readonly one: readonly Round[]; readonly many: readonly Round[] },
): Measure[] {
  const each = (part: keyof Round): number => (many[part] - one[part]) / (MANY - 1);
  return [
    {
      what: 'memory with 1 harness',
      unit: 'MB',
      rounds: [{ ours: one.ours / 1024, yardstick: one.yardstick / 1024 }],
      target: { of: 'ratio', most: 1.4 },
    },
    {
      what: 'memory per further harness',
      unit: 'kB',
      rounds: [{ ours: each('ours'), yardstick: each('yardstick') }],
      target: { of: 'ours', most: 25 },
    },
    { what: 'idle CPU with 1', unit: 'ms/min', rounds: cpu.one, target: { of: 'ratio', most: 2 } },
    {
      what: `idle CPU with ${MANY}`,
      unit: 'ms/min',
      rounds: cpu.many,
      target: { of: 'ratio', most: 1.3 },
    },
  ];
}
