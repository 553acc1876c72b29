import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openTrace, type Trace } from '@harness/agent-trace';
import {
  type Context,
  DEFAULT_POLICY,
  type Guards,
  NEW_GUARDS,
  type Observation,
  observe,
  type Verdict,
} from '@harness/guards';
import type { Turn } from '@harness/turns';
import { removeFolder, throwawayFolder } from '../contender.ts';
import type { Measure, Round } from '../measure.ts';
import { busyWeek } from '../replay/busy-week.ts';
import { quietTranscripts } from '../replay/quiet-transcripts.ts';
import type { Effort } from '../row.ts';
import { threadNs } from '../time.ts';

const TURNS = 1_000_000;
const QUICK_TURNS = 120_000;
const MEGABYTE = 2 ** 20;
const NEWLINE = 0x0a;
const LOOK_EVERY_MS = 1_000;
/** A round of less is too short to be timed. */
const SESSIONS_A_ROUND = 4;
/** Made before they are timed. */
const SESSIONS_A_BATCH = 16;
/** Until then the code is not compiled. */
const WARM_UP = 3;
/** Until then memory is still finding its size. */
const SETTLED_AFTER = 1 / 2;
const CONTEXT: Context = {
  settings: {
    kind: 'resident',
    loopLimit: 8,
    rotates: true,
    quota: { backoffMs: 900_000, backoffMaxMs: 21_600_000 },
    stall: { timeoutMs: 1_200_000, action: 'notify', when: 'always' },
  },
  policy: DEFAULT_POLICY,
};

/**
 * A week of a busy agent in which nothing is wrong, a million turns, through the reader and the guards in one pass,
 * against JSON.parse of the same lines: how fast, how much memory is left in use, and what is told. Then the same
 * transcripts at rest, in a daemon.
 */
export async function replay(effort: Effort): Promise<readonly Measure[]> {
  return [...(await replayWeek(effort)), await quietTranscripts(effort)];
}

async function replayWeek({ quick }: Effort): Promise<readonly Measure[]> {
  const folder = throwawayFolder();
  const workdir = join(folder, 'work');
  const sessions = join(folder, '.claude/projects', workdir.replaceAll(/[^A-Za-z0-9]/g, '-'));
  mkdirSync(sessions, { recursive: true });
  const env = { HOME: folder, TZ: 'UTC' };
  const trace = openTrace({ kind: 'claude-code', env, workdir, sinceMs: Date.now() });
  try {
    await trace.poll();
    const judge = createJudge();
    const timings: Timing[] = [];
    const usedBytes: number[] = [];
    for (const some of inBatches(busyWeek(workdir, quick ? QUICK_TURNS : TURNS))) {
      // What made them must not be cleared away in a session that is timed; and compiled code loses what it knows.
      usedBytes.push(inUse() - some.reduce((sum, { bytes }) => sum + bytes.length, 0));
      for (const { id, bytes } of some) {
        const file = join(sessions, `${id}.jsonl`);
        writeFileSync(file, bytes);
        timings.push(await timed(bytes, trace, judge));
        // A week of them would fill a small disk.
        rmSync(file);
      }
    }
    return measuresOf(timings, usedBytes, judge);
  } finally {
    trace.close();
    removeFolder(folder);
  }
}

function* inBatches<T>(all: Iterable<T>): Generator<readonly T[]> {
  let batch: T[] = [];
  for (const one of all) {
    batch.push(one);
    if (batch.length === SESSIONS_A_BATCH) {
      yield batch;
      batch = [];
    }
  }
  if (batch.length > 0) {
    yield batch;
  }
}

/** Processor time for one session, in nanoseconds. */
interface Timing {
  readonly reader: number;
  readonly guards: number;
  readonly parser: number;
  readonly bytes: number;
}

async function timed(bytes: Buffer, trace: Trace, judge: Judge): Promise<Timing> {
  const read: (readonly Turn[])[] = [];
  const reader = await cpuNs(async () => {
    do {
      read.push(await trace.poll());
    } while (trace.status().behind);
  });
  const guards = await cpuNs(() => Promise.resolve(read.forEach(judge.seeAll)));
  const parser = await cpuNs(() => Promise.resolve(parseAll(bytes)));
  return { reader, guards, parser, bytes: bytes.length };
}

/** The guards of one harness, and what they have said. */
interface Judge {
  readonly verdicts: readonly Verdict[];
  readonly turns: number;
  /** Shows turns to the guards, with a look for each second in which there was one. */
  seeAll(turns: readonly Turn[]): void;
}

function createJudge(): Judge {
  let guards: Guards = NEW_GUARDS;
  let turns = 0;
  let lookedMs = Number.NEGATIVE_INFINITY;
  const verdicts: Verdict[] = [];
  const see = (observation: Observation, atMs: number): void => {
    const step = observe(guards, observation, CONTEXT, { unixMs: atMs, steadyMs: atMs });
    guards = step.state;
    verdicts.push(...step.verdicts);
  };
  return {
    verdicts,
    get turns() {
      return turns;
    },
    seeAll(seen) {
      for (const turn of seen) {
        const { atMs = 0 } = turn;
        if (turns === 0) {
          see({ kind: 'run_started' }, atMs);
        }
        turns += 1;
        see(turn, atMs);
        if (atMs >= lookedMs + LOOK_EVERY_MS) {
          lookedMs = atMs;
          see({ kind: 'tick' }, atMs);
        }
      }
    },
  };
}

/** The least that reads them: each line as a text, parsed. */
function parseAll(bytes: Buffer): void {
  let start = 0;
  for (let end = bytes.indexOf(NEWLINE); end !== -1; end = bytes.indexOf(NEWLINE, start)) {
    JSON.parse(bytes.toString('utf8', start, end));
    start = end + 1;
  }
}

/** Processor time of the main thread, begun with an empty nursery. */
async function cpuNs(work: () => Promise<void>): Promise<number> {
  globalThis.gc?.({ type: 'minor' });
  const before = threadNs();
  await work();
  return threadNs() - before;
}

/** Without what the engine has of its own beside the heap: it comes and goes by megabytes. */
function inUse(): number {
  // A collection leaves buffers to a thread, which the next one waits for.
  globalThis.gc?.();
  globalThis.gc?.();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

function measuresOf(
  timings: readonly Timing[],
  usedBytes: readonly number[],
  { verdicts, turns }: Judge,
): readonly Measure[] {
  const settled = usedBytes[Math.floor(usedBytes.length * SETTLED_AFTER)] ?? 0;
  const last = usedBytes.at(-1) ?? 0;
  return [
    {
      what: 'a byte through the reader, over JSON.parse of its line',
      unit: 'ns',
      rounds: roundsOf(timings, ({ reader }) => reader),
      target: { of: 'ratio', most: 1 / 0.5 },
    },
    {
      what: 'a byte through reader and guards, over JSON.parse of its line',
      unit: 'ns',
      rounds: roundsOf(timings, ({ reader, guards }) => reader + guards),
      target: { of: 'ratio', most: 1 / 0.5 },
    },
    {
      what: 'memory in use at the end of the week, over its middle',
      unit: 'MB',
      rounds: [{ ours: last / MEGABYTE, yardstick: settled / MEGABYTE }],
      target: { of: 'ratio', most: 1.1 },
    },
    {
      what: 'verdicts in a week without trouble, beside its turns',
      unit: '',
      rounds: [{ ours: verdicts.length, yardstick: turns }],
      target: { of: 'ours', most: 0 },
    },
  ];
}

function roundsOf(timings: readonly Timing[], ours: (one: Timing) => number): readonly Round[] {
  const rounds: Round[] = [];
  for (let at = 0; at + SESSIONS_A_ROUND <= timings.length; at += SESSIONS_A_ROUND) {
    const some = timings.slice(at, at + SESSIONS_A_ROUND);
    const total = (of: (one: Timing) => number): number =>
      some.reduce((sum, one) => sum + of(one), 0);
    const bytes = total((one) => one.bytes);
    rounds.push({ ours: total(ours) / bytes, yardstick: total(({ parser }) => parser) / bytes });
  }
  return rounds.slice(WARM_UP);
}
