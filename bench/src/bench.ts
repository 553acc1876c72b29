import { writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { type Figures, figuresOf } from './measure.ts';
import { ROWS } from './rows.ts';
import { tableOf } from './table.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: 'boolean', default: false },
    seconds: { type: 'string', default: '60' },
    json: { type: 'string' },
  },
});

const wanted = positionals.length === 0 ? [...ROWS.keys()] : positionals;
const strangers = wanted.filter((name) => !ROWS.has(name));
if (strangers.length > 0 || !(Number(values.seconds) > 0)) {
  process.stderr.write(
    `usage: bench [--quick] [--seconds N] [--json FILE] [ROW…]; rows are ${[...ROWS.keys()].join(', ')}\n`,
  );
  process.exitCode = 2;
} else {
  await benchmark(wanted);
}

async function benchmark(names: readonly string[]): Promise<void> {
  const results: Record<string, readonly Figures[]> = {};
  for (const name of names) {
    const row = await ROWS.get(name)?.();
    const measures = (await row?.({ quick: values.quick, seconds: Number(values.seconds) })) ?? [];
    const figures = measures.map(figuresOf);
    results[name] = figures;
    process.stdout.write(`${name}\n${tableOf(figures).join('\n')}\n\n`);
  }
  const [load = 0] = loadavg();
  process.stdout.write(
    `load average ${load.toFixed(1)}: ratios hold, figures are this machine's now\n`,
  );
  if (values.json !== undefined) {
    writeFileSync(values.json, `${JSON.stringify({ load, rows: results })}\n`);
  }
}
