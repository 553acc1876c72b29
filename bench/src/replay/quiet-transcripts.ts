import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { daemonClient } from '@harness/protocol';
import { requireBuild } from '../command.ts';
import { type Contender, removeFolder, startDaemon, throwawayFolder } from '../contender.ts';
import type { Measure, Round } from '../measure.ts';
import { childrenOf, cpuMs } from '../processes.ts';
import type { Effort } from '../row.ts';
import { waitUntil } from '../wait-until.ts';
import { busyWeek } from './busy-week.ts';

const COUNT = 50;
const TURNS = 300;
/** The daemon looks more often at a run that has just begun, and at one that has just written. */
const SETTLE_MS = 20_000;
/** The daemon reads each of them once in so long, whatever it sees: a shorter window may miss it. */
const WINDOW_MS = 30_000;
const FIND_MS = 60_000;
const FIND_EVERY_MS = 200;

/**
 * What a daemon uses while fifty agents with transcripts do nothing, watchers, glances and readings together, beside one
 * whose harnesses have no transcripts.
 */
export async function quietTranscripts({ quick, seconds }: Effort): Promise<Measure> {
  requireBuild();
  const folder = throwawayFolder();
  const homes = { quiet: join(folder, 'quiet'), bare: join(folder, 'bare') };
  try {
    await using quiet = daemonWith(homes.quiet, 'transcript = "claude-code"\n');
    await using bare = daemonWith(homes.bare, '');
    for (const { pid } of [quiet, bare]) {
      await waitUntil(`${COUNT} children run`, () => childrenOf(pid).length >= COUNT);
    }
    writeTranscripts(homes.quiet);
    await allFound(homes.quiet);
    await sleep(SETTLE_MS);
    return {
      what: `a core's time while ${COUNT} transcripts are quiet, beside none`,
      unit: '%',
      rounds: await watch(quiet, bare, quick ? 1 : Math.ceil((seconds * 1_000) / WINDOW_MS)),
      target: { of: 'ours', most: 0.5 },
    };
  } finally {
    removeFolder(folder);
  }
}

function daemonWith(folder: string, more: string): Contender {
  const harnesses = names().map((name) => {
    const workdir = workdirOf(folder, name);
    mkdirSync(workdir, { recursive: true });
    return `[harness.${name}]\nharness = "command"\nargv = ["sleep", "infinity"]\nworkdir = "${workdir}"\nenabled = true\n${more}`;
  });
  return startDaemon(folder, `[server]\nmetrics_listen = "off"\n${harnesses.join('')}`, {});
}

function names(): readonly string[] {
  return Array.from({ length: COUNT }, (_, index) => `h${index}`);
}

function workdirOf(folder: string, name: string): string {
  return join(folder, 'work', name);
}

function writeTranscripts(home: string): void {
  for (const name of names()) {
    const workdir = workdirOf(home, name);
    const project = join(home, '.claude/projects', workdir.replaceAll(/[^A-Za-z0-9]/g, '-'));
    mkdirSync(project, { recursive: true });
    for (const { id, bytes } of busyWeek(workdir, TURNS)) {
      writeFileSync(join(project, `${id}.jsonl`), bytes);
    }
  }
}

/** Waits until the daemon reads each of them. */
async function allFound(home: string): Promise<void> {
  const daemon = daemonClient({ env: { XDG_RUNTIME_DIR: join(home, 'run') } });
  const giveUpMs = performance.now() + FIND_MS;
  for (const name of names()) {
    while ((await daemon.harness(name)).guards?.transcript?.found !== true) {
      if (performance.now() > giveUpMs) {
        throw new Error(`waited ${FIND_MS} ms in vain until the transcript of ${name} is read`);
      }
      await sleep(FIND_EVERY_MS);
    }
  }
}

/** The share of a core that each of the two has used in each of several windows, in percent. */
async function watch(quiet: Contender, bare: Contender, windows: number): Promise<Round[]> {
  const rounds: Round[] = [];
  for (let window = 0; window < windows; window += 1) {
    const before = { ours: cpuMs(quiet.pid), yardstick: cpuMs(bare.pid) };
    const beganMs = performance.now();
    await sleep(WINDOW_MS);
    const percent = 100 / (performance.now() - beganMs);
    rounds.push({
      ours: (cpuMs(quiet.pid) - before.ours) * percent,
      yardstick: (cpuMs(bare.pid) - before.yardstick) * percent,
    });
  }
  return rounds;
}
