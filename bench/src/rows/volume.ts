import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { requireBuild } from '../command.ts';
import { removeFolder, startDaemon, throwawayFolder } from '../contender.ts';
import type { Measure } from '../measure.ts';
import { residentKb } from '../processes.ts';
import { agentLog } from '../redaction/agent-log.ts';
import type { Effort } from '../row.ts';

const MEGABYTE = 1_000_000;
const PIECE_MEGABYTES = 50;
const LOOK_EVERY_MS = 100;
const SETTLED_AFTER = 1 / 4;
const PATIENCE_MS = 900_000;

/** A harness that prints two gigabytes through a pipe: the daemon's memory at the end, over what it was early on. */
export async function volume({ quick }: Effort): Promise<readonly Measure[]> {
  requireBuild();
  const folder = throwawayFolder();
  const pieces = quick ? 8 : 40;
  try {
    writeFileSync(join(folder, 'piece.txt'), agentLog(PIECE_MEGABYTES * MEGABYTE));
    const script = `for piece in $(seq ${pieces}); do cat ${folder}/piece.txt; echo $piece >>${folder}/printed; done; exec sleep infinity`;
    await using daemon = startDaemon(
      join(folder, 'home'),
      `[server]\nmetrics_listen = "off"\n[harness.loud]\nharness = "generic"\nenabled = true\nargs = ["-c", ${JSON.stringify(script)}]\n`,
      {},
    );
    const kb = await watched(daemon.pid, join(folder, 'printed'), pieces);
    const few = Math.max(1, Math.floor(kb.length / 10));
    const settled = Math.floor(kb.length * SETTLED_AFTER);
    return [
      {
        what: `memory after ${pieces * PIECE_MEGABYTES} MB of output, over that after a quarter`,
        unit: 'MB',
        rounds: [
          {
            ours: Math.max(...kb.slice(-few)) / 1024,
            yardstick: Math.max(...kb.slice(settled, settled + few)) / 1024,
          },
        ],
        target: { of: 'ratio', most: 1.1 },
      },
    ];
  } finally {
    removeFolder(folder);
  }
}

/** The daemon's memory while the pieces are printed, in kB. */
async function watched(pid: number, printed: string, pieces: number): Promise<number[]> {
  writeFileSync(printed, '', { flag: 'a' });
  const giveUpMs = performance.now() + PATIENCE_MS;
  const kb: number[] = [];
  while (linesOf(printed) < pieces) {
    if (performance.now() > giveUpMs) {
      throw new Error(`printed ${linesOf(printed)} of ${pieces} pieces in ${PATIENCE_MS} ms`);
    }
    kb.push(residentKb(pid));
    await sleep(LOOK_EVERY_MS);
  }
  return kb;
}

function linesOf(file: string): number {
  return readFileSync(file, 'utf8').split('\n').length - 1;
}
