import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type CProgram, cProgram } from '../c-programs.ts';
import { requireBuild } from '../command.ts';
import { removeFolder, startDaemon, throwawayFolder } from '../contender.ts';
import type { Measure } from '../measure.ts';
import { numbersIn } from '../numbers-in.ts';
import { agentLog } from '../redaction/agent-log.ts';
import type { Effort } from '../row.ts';
import { median } from '../statistics.ts';
import { waitUntil } from '../wait-until.ts';

const NEIGHBOURS = 50;
const MEGABYTE = 1_000_000;
const PAUSE_MS = 150;
const WARM_UP = 5;
const SETTLE_MS = 3_000;
/** Each death of the only victim is told, however many there are. */
const POLICY = { maxRestarts: 1_000_000, flapQuickExits: 1, flapStreak: 1, backoffMs: [PAUSE_MS] };

/**
 * From the death of a child to the first instruction of the hook, with fifty harnesses beside it that print as fast as
 * they can, against fifty that sleep.
 */
export async function loudNeighbours({ quick }: Effort): Promise<readonly Measure[]> {
  requireBuild();
  const folder = throwawayFolder();
  const deaths = quick ? 10 : 20;
  try {
    writeFileSync(join(folder, 'agent.txt'), agentLog(5 * MEGABYTE));
    const rounds = [];
    for (let round = 0; round < (quick ? 1 : 3); round += 1) {
      const idle = await delaysMs(join(folder, `idle-${round}`), 'exec sleep infinity', deaths);
      const print = `while cat ${folder}/agent.txt; do :; done`;
      const loud = await delaysMs(join(folder, `loud-${round}`), print, deaths);
      rounds.push({ ours: median(loud), yardstick: median(idle) });
    }
    return [
      {
        what: `from exit to hook with ${NEIGHBOURS} loud neighbours, over quiet ones`,
        unit: 'ms',
        rounds,
        target: { of: 'ratio', most: 3 },
      },
    ];
  } finally {
    removeFolder(folder);
  }
}

async function delaysMs(folder: string, script: string, deaths: number): Promise<number[]> {
  const notes = join(folder, 'notes');
  mkdirSync(notes, { recursive: true });
  await using _daemon = startDaemon(join(folder, 'home'), configuration(notes, script), POLICY);
  await waitUntil('the victim runs', () => numbersIn(notes, 'ready').length > 0);
  await sleep(SETTLE_MS);
  const delays: number[] = [];
  for (let round = 0; round < deaths + WARM_UP; round += 1) {
    delays.push(await oneDeath(notes, round));
  }
  return delays.slice(WARM_UP);
}

function configuration(notes: string, script: string): string {
  const argv = (name: CProgram): string => JSON.stringify([cProgram(name), notes]);
  const neighbours = Array.from(
    { length: NEIGHBOURS },
    (_, index) =>
      `[harness.n${index}]\nharness = "generic"\nenabled = true\nargs = ["-c", ${JSON.stringify(script)}]\n`,
  );
  return `[notify]\ncommand = ${argv('hook')}\nevents = ["flapping"]\ncooldown = "0s"\n[server]\nmetrics_listen = "off"\n[harness.victim]\nharness = "command"\nargv = ${argv('die')}\nenabled = true\n${neighbours.join('')}`;
}

async function oneDeath(notes: string, before: number): Promise<number> {
  await waitUntil('the victim runs again', () => numbersIn(notes, 'ready').length > before);
  await sleep(PAUSE_MS / 3);
  process.kill(numbersIn(notes, 'ready')[before] ?? 0, 'SIGUSR1');
  await waitUntil('its hook runs', () => numbersIn(notes, 'hooks').length > before);
  const [died = 0, told = 0] = ['deaths', 'hooks'].map((name) => numbersIn(notes, name)[before]);
  return (told - died) / 1e6;
}
