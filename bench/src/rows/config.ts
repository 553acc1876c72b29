import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readGlobal } from '@harness/harness-config';
import { parse } from 'smol-toml';
import type { Measure, Round } from '../measure.ts';
import type { Effort } from '../row.ts';
import { repeat, timedNs } from '../time.ts';

const TABLES = ['small', 'usual'] as const;
const SIZES = [10, 1_000, 10_000] as const;
/** Tables read in one timing, so that small files are timed as well as large ones. */
const TABLES_A_TIMING = 40_000;

const READ_ONCE = join(import.meta.dirname, '../read-once.mjs');

/**
 * Reads valid files of many harnesses, against the parser of the same text alone; and how both grow: read by a program
 * that has just started, as the daemon reads its file, and read again and again by one that has everything compiled.
 * The latter has no target, since the parser's own growth is above it: what 1,000 tables leave behind never outlives
 * the young heap, what 10,000 leave is copied out of it.
 */
export function config({ quick }: Effort): Promise<readonly Measure[]> {
  const rounds = quick ? 3 : 15;
  const folder = mkdtempSync(join(tmpdir(), 'harness-bench-'));
  try {
    return Promise.resolve(
      TABLES.flatMap((kind) => [...measuresOf(kind, rounds), startsOf(kind, folder, rounds)]),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function startsOf(kind: (typeof TABLES)[number], folder: string, rounds: number): Measure {
  const [less, more] = [1_000, 10_000].map((size) => {
    const file = join(folder, `${kind}-${size}.toml`);
    writeFileSync(file, fileOf(kind, size));
    return file;
  });
  const growth = (who: 'ours' | 'parser'): number => onceMs(who, more) / onceMs(who, less);
  return {
    what: `${kind} tables: growth of 1,000 to 10,000, at a start`,
    unit: 'times',
    rounds: Array.from({ length: rounds }, () => ({
      ours: growth('ours'),
      yardstick: growth('parser'),
    })),
    target: { of: 'ours', most: 12 },
  };
}

function onceMs(who: 'ours' | 'parser', file = ''): number {
  return Number(execFileSync(process.execPath, [READ_ONCE, who, file], { encoding: 'utf8' }));
}

function measuresOf(kind: (typeof TABLES)[number], rounds: number): Measure[] {
  const sizes = SIZES.map((size) => ({ size, text: fileOf(kind, size), rounds: [] as Round[] }));
  // One round more, in which everything is compiled.
  for (let round = 0; round <= rounds; round += 1) {
    for (const { size, text, rounds: kept } of sizes) {
      const measured = roundOf(text, size);
      if (round > 0) {
        kept.push(measured);
      }
    }
  }
  const measures = sizes.map(({ size, rounds: kept }) => ({
    what: `${kind} tables: ${size.toLocaleString('en')}`,
    unit: 'ms',
    rounds: kept,
    target: { of: 'ratio', most: 1.5 } as const,
  }));
  return [...measures, growthOf(kind, sizes[1]?.rounds ?? [], sizes[2]?.rounds ?? [])];
}

function roundOf(text: string, size: number): Round {
  const times = TABLES_A_TIMING / size;
  const each = (work: () => void): number => timedNs(repeat(times, work)) / times / 1e6;
  return { yardstick: each(() => parse(text)), ours: each(() => read(text)) };
}

function growthOf(kind: string, less: readonly Round[], more: readonly Round[]): Measure {
  const rounds = more.flatMap((round, index) => {
    const before = less[index];
    return before === undefined
      ? []
      : [{ ours: round.ours / before.ours, yardstick: round.yardstick / before.yardstick }];
  });
  return {
    what: `${kind} tables: growth of 1,000 to 10,000, again and again`,
    unit: 'times',
    rounds,
  };
}

function read(text: string): void {
  const reading = readGlobal(text, '/etc/harness/harness.toml', { home: '/home/me' });
  if (reading.kind === 'refused') {
    throw new Error(reading.problems[0]?.message);
  }
}

function fileOf(kind: (typeof TABLES)[number], size: number): string {
  const tables = Array.from({ length: size }, (_, index) =>
    kind === 'small' ? smallTable(index) : usualTable(index),
  );
  return `[notify]\ncommand = ["/opt/notify.sh"]\ncooldown = "15m"\n${tables.join('')}`;
}

function smallTable(index: number): string {
  return `[harness.h${index}]\nharness = "command"\nargv = ["/bin/agent", "w${index}"]\n`;
}

function usualTable(index: number): string {
  return `[harness.h${index}]
harness = "command"
argv = ["claude", "--remote", "w${index}"]
workdir = "/srv/w${index}"
restart = "on-failure"
transcript = "claude-code"
stall_timeout = "20m"
health_cmd = ["curl", "-fsS", "localhost:${3000 + (index % 1000)}"]
health_failures = 3
`;
}
