import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { figuresOf } from '../src/measure.ts';
import { putReport, reportOf } from '../src/report.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'bench-report-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const FIGURES = figuresOf({
  what: 'a byte over cat | cat > file',
  unit: 'ns',
  rounds: [{ ours: 30, yardstick: 10 }],
  target: { of: 'ratio', most: 2 },
});
const REPORT = reportOf(
  { ingest: [FIGURES] },
  { date: new Date('2026-11-30T04:00:00Z'), minutes: 12, load: 0.25 },
);

it('says when and on what machine, and has a line a measure, bars of its text escaped', () => {
  expect(REPORT).toMatch(
    /^2026-11-30, \d+ × .+, Node \d+\.\d+\.\d+; 12 minutes, load average 0\.3/,
  );
  expect(REPORT).toContain(
    '| `ingest` | a byte over cat \\| cat > file | 30 ns | 10 ns | 3 | 3–3 | ≤ 2 | MISSED |',
  );
});

it('replaces what stood between the marks of a document, and nothing else, again and again', () => {
  const path = join(folder, 'performance.md');
  const [begin, end] = [
    '<!-- figures: written by `pnpm bench --report` -->',
    '<!-- end of the figures -->',
  ];
  writeFileSync(path, `before\n${begin}\nold\n${end}\nafter\n`);
  putReport(path, 'one');
  putReport(path, 'two');
  expect(readFileSync(path, 'utf8')).toBe(`before\n${begin}\n\ntwo\n\n${end}\nafter\n`);
});

it('refuses a document without marks, and leaves it as it is', () => {
  const path = join(folder, 'other.md');
  writeFileSync(path, 'no marks\n');
  expect(() => putReport(path, 'one')).toThrow('other.md has no line');
  expect(readFileSync(path, 'utf8')).toBe('no marks\n');
});
