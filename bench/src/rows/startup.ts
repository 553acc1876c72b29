import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { daemonClient } from '@harness/protocol';
import { COMMAND, requireBuild } from '../command.ts';
import {
  homeEnvironment,
  removeFolder,
  startDaemon,
  startProgram,
  throwawayFolder,
} from '../contender.ts';
import type { Measure, Round } from '../measure.ts';
import type { Effort } from '../row.ts';

const HARNESSES = 10;
const VERBS = [['daemon', 'status'], ['list'], ['doctor']] as const;
const PATIENCE_MS = 20_000;

const PLAIN = join(import.meta.dirname, '../plain-daemon.mjs');

/**
 * How soon the built daemon answers, and how long the verbs take that people type: against a Node that does nothing, and
 * the former against the least daemon that Node can be as well.
 */
export async function startup({ quick }: Effort): Promise<readonly Measure[]> {
  requireBuild();
  const folder = throwawayFolder();
  const empty = join(folder, 'empty.mjs');
  writeFileSync(empty, '');
  try {
    const rounds = quick ? 4 : 20;
    const start: Round[] = [];
    const plain: Round[] = [];
    const verbs = VERBS.map((words) => ({ words, rounds: [] as Round[] }));
    // One round more, after which every file is in memory.
    for (let round = 0; round <= rounds; round += 1) {
      const home = join(folder, `home-${round}`);
      const plainMs = await plainStartMs(join(folder, `plain-${round}`));
      const fromMs = performance.now();
      await using _daemon = startDaemon(home, CONFIGURATION, {});
      const client = daemonClient({ env: homeEnvironment(home), startingMs: 0, graceMs: 0 });
      await untilItAnswers(client.status);
      const answered = {
        ours: performance.now() - fromMs,
        yardstick: wallMs([process.execPath, empty]),
      };
      const walls = VERBS.map((words) => ({
        ours: wallMs([COMMAND, ...words], homeEnvironment(home)),
        yardstick: wallMs([process.execPath, empty]),
      }));
      if (round > 0) {
        start.push(answered);
        plain.push({ ours: plainMs, yardstick: answered.yardstick });
        for (const [index, verb] of verbs.entries()) {
          verb.rounds.push(walls[index] ?? answered);
        }
      }
    }
    return [
      {
        what: `daemon with ${HARNESSES} harnesses: start to answer`,
        unit: 'ms',
        rounds: start,
        target: { of: 'ratio', most: 2 },
      },
      {
        what: `the least daemon in Node with ${HARNESSES} children: start to answer`,
        unit: 'ms',
        rounds: plain,
      },
      {
        what: 'the daemon over the least one in Node',
        unit: 'ms',
        rounds: start.map(({ ours }, index) => ({ ours, yardstick: plain[index]?.ours ?? 0 })),
      },
      ...verbs.map(({ words, rounds: kept }) => ({
        what: `harness ${words.join(' ')}`,
        unit: 'ms',
        rounds: kept,
        target: { of: 'ratio', most: 1.1 } as const,
      })),
    ];
  } finally {
    removeFolder(folder);
  }
}

const CONFIGURATION = `[server]
metrics_listen = "off"
${Array.from({ length: HARNESSES }, (_, index) => `[harness.h${index}]\nharness = "command"\nargv = ["sleep", "600"]\nenabled = true\n`).join('')}`;

async function plainStartMs(folder: string): Promise<number> {
  mkdirSync(folder);
  const fromMs = performance.now();
  await using _plain = startProgram(process.execPath, [PLAIN, folder, String(HARNESSES)]);
  await untilItAnswers(() => answerAt(join(folder, 'daemon.sock')));
  return performance.now() - fromMs;
}

function answerAt(socketPath: string): Promise<void> {
  return new Promise((resolve, reject) => {
    get({ socketPath, path: '/' }, (response) => response.resume().on('end', resolve)).on(
      'error',
      reject,
    );
  });
}

/** As soon as the answer can be had: whoever waits asks again and again. */
async function untilItAnswers(ask: () => Promise<unknown>): Promise<void> {
  const giveUpMs = performance.now() + PATIENCE_MS;
  for (;;) {
    try {
      await ask();
      return;
    } catch (error) {
      if (performance.now() > giveUpMs) {
        throw error;
      }
      await sleep(1);
    }
  }
}

function wallMs([program = '', ...words]: readonly string[], env?: NodeJS.ProcessEnv): number {
  const fromMs = performance.now();
  const { status, error } = spawnSync(program, words, { stdio: 'ignore', ...(env && { env }) });
  const tookMs = performance.now() - fromMs;
  if (error !== undefined || (status !== 0 && !words.includes('doctor'))) {
    throw error ?? new Error(`${program} ${words.join(' ')} exited with ${status}`);
  }
  return tookMs;
}
