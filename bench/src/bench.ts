import { writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { type Figures, figuresOf } from './measure.ts';
import { putReport, reportOf } from './report.ts';
import { ROWS } from './rows.ts';
import { tableOf } from './table.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: 'boolean', default: false },
    seconds: { type: 'string', default: '60' },
    json: { type: 'string' },
    report: { type: 'string' },
  },
});

const wanted = positionals.length === 0 ? [...ROWS.keys()] : positionals;
const strangers = wanted.filter((name) => !ROWS.has(name));
if (strangers.length > 0 || !(Number(values.seconds) > 0)) {
  process.stderr.write(
    `usage: bench [--quick] [--seconds N] [--json FILE] [--report FILE] [ROW…]; rows are ${[...ROWS.keys()].join(', ')}\n`,
  );
  process.exitCode = 2;
} else {
  await benchmark(wanted);
}

async function benchmark(names: readonly string[]): Promise<void> {
  const results: Record<string, readonly Figures[]> = {};
  const fromMs = performance.now();
  for (const name of names) {
    const figures = await figuresFor(name);
    results[name] = figures;
    process.stdout.write(`${name}\n${tableOf(figures).join('\n')}\n\n`);
  }
  const [load = 0] = loadavg();
  process.stdout.write(
    `load average ${load.toFixed(1)}: ratios hold, figures are this machine's now\n`,
  );
  if (values.report !== undefined) {
    const minutes = Math.ceil((performance.now() - fromMs) / 60_000);
    putReport(values.report, reportOf(results, { date: new Date(), minutes, load }));
  }
  if (values.json !== undefined) {
    writeFileSync(values.json, `${JSON.stringify({ load, rows: results })}\n`);
  }
}

/** A row that breaks off is named, and leaves the others their turn. */
async function figuresFor(name: string): Promise<readonly Figures[]> {
  try {
    const row = await ROWS.get(name)?.();
    const measures = await row?.({ quick: values.quick, seconds: Number(values.seconds) });
    return (measures ?? []).map(figuresOf);
  } catch (error) {
    process.stderr.write(`${name} broke off: ${(error as Error).stack}\n`);
    process.exitCode = 1;
    return [];
  }
}
