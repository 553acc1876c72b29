import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createRedactor } from '@harness/redact';
import { requireBuild } from '../command.ts';
import { removeFolder, startDaemon, throwawayFolder } from '../contender.ts';
import type { Measure, Round } from '../measure.ts';
import { agentLog } from '../redaction/agent-log.ts';
import type { Effort } from '../row.ts';
import { waitUntil } from '../wait-until.ts';

const MEGABYTE = 1_000_000;
const CHUNK_BYTES = 64 * 1024;
const WARM_MEGABYTES = 20;
/** For the whole of a round, however slow the machine is. */
const PATIENCE_MS = 300_000;

/**
 * A harness that prints as fast as it can into the daemon's log, through its pipe and its redaction, against the
 * redactor alone on the same bytes in memory, and against `cat | cat > file`.
 */
export async function ingest({ quick }: Effort): Promise<readonly Measure[]> {
  requireBuild();
  const folder = throwawayFolder();
  const log = agentLog((quick ? 20 : 100) * MEGABYTE);
  const file = join(folder, 'agent.txt');
  try {
    mkdirSync(folder, { recursive: true });
    writeFileSync(file, log);
    writeFileSync(join(folder, 'warm.txt'), log.subarray(0, WARM_MEGABYTES * MEGABYTE));
    redactorNs(log.subarray(0, WARM_MEGABYTES * MEGABYTE));
    const rounds: { readonly daemon: number; readonly redactor: number; readonly cat: number }[] =
      [];
    for (let round = 0; round < (quick ? 2 : 5); round += 1) {
      rounds.push({
        redactor: redactorNs(log),
        daemon: await daemonNs(folder, round),
        cat: catNs(folder),
      });
    }
    const against = (yardstick: 'cat' | 'redactor'): Round[] =>
      rounds.map((one) => ({
        ours: one.daemon / log.length,
        yardstick: one[yardstick] / log.length,
      }));
    return [
      {
        what: 'a byte from a pipe to the log, over the redactor in memory',
        unit: 'ns',
        rounds: against('redactor'),
        target: { of: 'ratio', most: 1 / 0.6 },
      },
      {
        what: 'a byte from a pipe to the log, over cat | cat > file',
        unit: 'ns',
        rounds: against('cat'),
      },
    ];
  } finally {
    removeFolder(folder);
  }
}

// Time on the clock, as for the others, which are several processes.
function redactorNs(bytes: Buffer): number {
  const startedMs = performance.now();
  const redactor = createRedactor();
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES) {
    redactor.write(bytes.subarray(at, at + CHUNK_BYTES));
  }
  redactor.end();
  return (performance.now() - startedMs) * 1e6;
}

/** From the first byte to the last that the daemon took, after as much as its code needs to be compiled. */
async function daemonNs(folder: string, round: number): Promise<number> {
  const times = join(folder, `times-${round}`);
  const script = `cat ${folder}/warm.txt; date +%s%N >${times}~; cat ${folder}/agent.txt; date +%s%N >>${times}~; mv ${times}~ ${times}`;
  const harness = `[harness.loud]\nharness = "generic"\nenabled = true\nrestart = "no"\nargs = ["-c", ${JSON.stringify(script)}]\n`;
  await using _daemon = startDaemon(
    join(folder, `daemon-${round}`),
    `[server]\nmetrics_listen = "off"\n${harness}`,
    {},
  );
  await waitUntil('all is printed', () => existsSync(times), PATIENCE_MS);
  return elapsedNs(times);
}

function catNs(folder: string): number {
  const times = join(folder, 'times-cat');
  const script = `date +%s%N >${times}; cat ${folder}/agent.txt | cat >${folder}/copy.txt; date +%s%N >>${times}`;
  execFileSync('sh', ['-c', script]);
  return elapsedNs(times);
}

function elapsedNs(file: string): number {
  const [from = '', to = ''] = readFileSync(file, 'utf8').split('\n');
  return Number(BigInt(to) - BigInt(from));
}
