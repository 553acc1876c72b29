import { writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { requireBuild } from './command.ts';
import { removeFolder, throwawayFolder } from './contender.ts';
import { FAULT_NAMES, faultsFor } from './faults/fault.ts';
import { linesOf } from './faults/faults-table.ts';
import { presentSupervisors, SUPERVISORS } from './faults/supervisors.ts';
import { findingsOf, type Trial } from './faults/trial.ts';
import { endProcessesOf } from './processes.ts';

const INTERRUPTED = 130;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string' },
    json: { type: 'string' },
  },
});

const only = values.only?.split(',') ?? SUPERVISORS.map(({ name }) => name);
const known = new Set<string>([...FAULT_NAMES, ...SUPERVISORS.map(({ name }) => name)]);
if ([...positionals, ...only].some((name) => !known.has(name))) {
  process.stderr.write(
    `usage: bench:faults [--quick] [--only SUPERVISOR,…] [--json FILE] [FAULT…]
supervisors are ${SUPERVISORS.map(({ name }) => name).join(', ')}; faults are ${FAULT_NAMES.join(', ')}
`,
  );
  process.exitCode = 2;
} else {
  await faults();
}

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
  const supervisors = presentSupervisors(SUPERVISORS.filter(({ name }) => only.includes(name)));
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
