import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, release, totalmem, type } from 'node:os';
import type { Figures } from './measure.ts';
import { cellsOf, HEAD } from './table.ts';

const BEGIN = '<!-- figures: written by `pnpm bench --report` -->';
const END = '<!-- end of the figures -->';

/** A row's name and its figures. */
export type Results = Readonly<Record<string, readonly Figures[]>>;

/** When and on what a run was made, and how busy the machine was. */
export interface Occasion {
  readonly date: Date;
  readonly minutes: number;
  readonly load: number;
}

/** All rows as one table of Markdown, under a sentence about the machine. */
export function reportOf(results: Results, { date, minutes, load }: Occasion): string {
  const processors = cpus();
  const machine = [
    `${processors.length} × ${processors[0]?.model.trim() ?? 'unknown processor'}`,
    `${Math.round(totalmem() / 2 ** 30)} GiB`,
    `${type()} ${release()}`,
    `Node ${process.versions.node}`,
  ].join(', ');
  const lines = Object.entries(results).flatMap(([row, figures]) =>
    figures.map((each) => [`\`${row}\``, ...cellsOf(each)]),
  );
  return [
    `${date.toISOString().slice(0, 10)}, ${machine}; ${minutes} minutes, load average ${load.toFixed(1)} at the end.`,
    '',
    ...[
      ['row', 'question', ...HEAD.slice(1)],
      ['---', '---', ...HEAD.slice(1).map(() => '---:')],
    ]
      .concat(lines)
      .map((cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`),
  ].join('\n');
}

/**
 * Puts a report between the marks of a document.
 *
 * @throws {Error} The document has no marks.
 */
export function putReport(path: string, report: string): void {
  const text = readFileSync(path, 'utf8');
  const from = text.indexOf(BEGIN);
  const to = text.indexOf(END);
  if (from === -1 || to < from) {
    throw new Error(`${path} has no line \`${BEGIN}\` before a line \`${END}\``);
  }
  writeFileSync(path, `${text.slice(0, from)}${BEGIN}\n\n${report}\n\n${text.slice(to)}`);
}
