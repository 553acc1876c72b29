import { writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { requireBuild } from './command.ts';
import { removeFolder, throwawayFolder } from './contender.ts';
import { FAULT_NAMES, faultsFor } from './faults/fault.ts';
import { linesOf } from './faults/faults-table.ts';
import { SUPERVISORS } from './faults/supervisors.ts';
import { findingsOf, type Trial } from './faults/trial.ts';
import { PEER_NAMES, setUpPeers } from './peers/set-up.ts';
import { endProcessesOf } from './processes.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string' },
    json: { type: 'string' },
  },
});

const strangers = positionals.filter((name) => !FAULT_NAMES.some((known) => known === name));
if (strangers.length > 0) {
  process.stderr.write(
    `usage: bench:faults [--quick] [--only SUPERVISOR,…] [--json FILE] [FAULT…]; faults are ${FAULT_NAMES.join(', ')}\n`,
  );
  process.exitCode = 2;
} else {
  await faults();
}

const INTERRUPTED = 130;

/** Does the same to each supervisor, and counts what a person is told. */
async function faults(): Promise<void> {
  requireBuild();
  const folder = throwawayFolder();
  const cleanUp = async () => {
    await endProcessesOf(folder);
    removeFolder(folder);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => cleanUp().finally(() => process.exit(INTERRUPTED)));
  }
  try {
    const findings = await findingsOf(trials(folder));
    const [load = 0] = loadavg();
    process.stdout.write(`${linesOf(findings).join('\n')}\n\nload average ${load.toFixed(1)}\n`);
    if (values.json !== undefined) {
      writeFileSync(values.json, `${JSON.stringify({ load, faults: findings })}\n`);
    }
  } finally {
    await cleanUp();
  }
}

function trials(folder: string): readonly Trial[] {
  const there = setUpPeers(PEER_NAMES);
  const only = values.only?.split(',');
  const supervisors = SUPERVISORS.filter(
    ({ name, peer }) =>
      (peer === undefined || there.has(peer)) && (only === undefined || only.includes(name)),
  );
  const wanted = faultsFor(values.quick).filter(
    ({ name }) => positionals.length === 0 || positionals.includes(name),
  );
  return wanted.flatMap((fault) =>
    supervisors.map((supervisor) => ({
      fault,
      supervisor,
      folder: join(folder, `${supervisor.name}-${fault.name}`),
      quick: values.quick,
    })),
  );
}
