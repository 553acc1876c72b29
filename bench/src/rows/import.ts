import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { COMMAND_MAIN } from '../command.ts';
import type { Measure, Round } from '../measure.ts';
import type { Effort } from '../row.ts';

const PACKAGES = [
  'config-text',
  'config-text/schema',
  'harness-config',
  'notify-config',
  'notify-core',
  'notify-metrics',
  'protocol',
  'redact',
  'store',
  'supervision',
] as const;

// Written to a descriptor of its own, since programs have something to say on the others.
const REPORT =
  'data:text/javascript,import{writeSync}from"node:fs";process.on("exit",()=>{const{user,system}=process.cpuUsage();writeSync(3,String(user+system))})';

/** Processor time of a Node that imports one package, or runs one command, against a Node that does nothing. */
export function importCost({ quick }: Effort): Promise<readonly Measure[]> {
  const home = mkdtempSync(join(tmpdir(), 'harness-bench-'));
  try {
    const file = join(home, 'harness.toml');
    writeFileSync(file, '[harness.a]\nharness = "generic"\nargs = ["-c", "exit"]\n');
    const cases = [
      ...PACKAGES.map((name) => ({ what: `import of ${name}`, words: importing(name) })),
      { what: 'harness config check', words: [COMMAND_MAIN, 'config', 'check', file] },
      { what: 'harness --version', words: [COMMAND_MAIN, '--version'] },
    ];
    return Promise.resolve(measured(cases, quick ? 3 : 11));
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

function importing(name: string): string[] {
  return ['--input-type=module', '--eval', `import '@harness/${name}';`];
}

function measured(
  cases: readonly { readonly what: string; readonly words: readonly string[] }[],
  rounds: number,
): Measure[] {
  const kept = cases.map(({ what, words }) => ({ what, words, rounds: [] as Round[] }));
  // One round more, that fills the caches of the system.
  for (let round = 0; round <= rounds; round += 1) {
    const yardstick = cpuMs(['--input-type=module', '--eval', '']);
    for (const one of kept) {
      const ours = cpuMs(one.words);
      if (round > 0) {
        one.rounds.push({ ours, yardstick });
      }
    }
  }
  return kept.map(({ what, rounds: measurements }) => ({ what, unit: 'ms', rounds: measurements }));
}

function cpuMs(words: readonly string[]): number {
  const output = execFileSync(
    '/bin/sh',
    ['-c', '"$@" 3>&1 >/dev/null', 'sh', process.execPath, '--import', REPORT, ...words],
    {
      cwd: import.meta.dirname,
      encoding: 'utf8',
    },
  );
  return Number(output) / 1000;
}
