import { execFileSync } from 'node:child_process';
import { existsSync, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cProgram } from '../c-programs.ts';
import { requireBuild } from '../command.ts';
import { removeFolder, startDaemon, throwawayFolder } from '../contender.ts';
import type { Measure, Round } from '../measure.ts';
import { printedNs, printingScript } from '../printed-time.ts';
import { agentLog } from '../redaction/agent-log.ts';
import type { Effort } from '../row.ts';
import { waitUntil } from '../wait-until.ts';

const MEGABYTE = 1_000_000;
// Twice what is timed: what only some lines ask for is compiled late.
const WARM_LOGS = 2;
const PATIENCE_MS = 300_000;

/**
 * A harness that prints as fast as it can on its terminal, into the daemon's log, against a program in C that only
 * reads the same terminal: plain lines, and lines in colour, which a terminal's emulator has to settle.
 */
export async function terminal({ quick }: Effort): Promise<readonly Measure[]> {
  requireBuild();
  const size = (quick ? 10 : 50) * MEGABYTE;
  const plain = await roundsOf(agentLog(size), quick);
  const coloured = await roundsOf(inColour(agentLog(size)), quick);
  return [
    {
      what: 'a byte from a terminal to the log, over a reader in C',
      unit: 'ns',
      rounds: plain,
      target: { of: 'ratio', most: 1 / 0.5 },
    },
    { what: 'the same in colour', unit: 'ns', rounds: coloured },
  ];
}

async function roundsOf(log: Buffer, quick: boolean): Promise<readonly Round[]> {
  const folder = throwawayFolder();
  try {
    writeFileSync(join(folder, 'agent.txt'), log);
    writeFileSync(join(folder, 'warm.txt'), Buffer.concat(Array(WARM_LOGS).fill(log)));
    const rounds: Round[] = [];
    for (let round = 0; round < (quick ? 2 : 5); round += 1) {
      const yardstick = readerNs(folder, round) / log.length;
      rounds.push({ yardstick, ours: (await daemonNs(folder, round)) / log.length });
    }
    return rounds;
  } finally {
    removeFolder(folder);
  }
}

function inColour(log: Buffer): Buffer {
  const lines = log.toString('utf8').split('\n');
  return Buffer.from(lines.map((line) => `\u001B[32m${line}\u001B[0m`).join('\n'));
}

async function daemonNs(folder: string, round: number): Promise<number> {
  const script = printingScript(folder, `daemon-times-${round}`);
  await using _daemon = startDaemon(
    join(folder, `daemon-${round}`),
    `[server]\nmetrics_listen = "off"\n[harness.loud]\nharness = "generic"\ntty = true\nenabled = true\nrestart = "no"\nargs = ["-c", ${JSON.stringify(script.text)}]\n`,
    {},
  );
  await waitUntil('all is printed', () => existsSync(script.times), PATIENCE_MS);
  return printedNs(script);
}

function readerNs(folder: string, round: number): number {
  const script = printingScript(folder, `reader-times-${round}`);
  const copy = openSync(join(folder, 'copy.txt'), 'w');
  execFileSync(cProgram('terminal-reader'), ['/bin/sh', '-c', script.text], {
    stdio: ['ignore', copy, 'inherit'],
  });
  return printedNs(script);
}
