import type { Figures } from './measure.ts';

/** The columns; what a row asks has no name of its own. */
export const HEAD = ['', 'ours', 'yardstick', 'ratio', 'spread', 'target', ''] as const;

/** The figures of a row as lines of text, in columns. */
export function tableOf(figures: readonly Figures[]): string[] {
  return inColumns([HEAD, ...figures.map(cellsOf)]);
}

/** Rows of cells as lines of text, the first column to the left and the others to the right. */
export function inColumns(cells: readonly (readonly string[])[]): string[] {
  const [head = []] = cells;
  const widths = head.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  return cells.map((row) =>
    row
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('  ')
      .trimEnd(),
  );
}

/** One measure as texts, in the order of {@link HEAD}. */
export function cellsOf(figures: Figures): readonly string[] {
  const { what, unit, ours, yardstick, ratio, spread, target, holds } = figures;
  return [
    what,
    `${shown(ours)} ${unit}`,
    `${shown(yardstick)} ${unit}`,
    shown(ratio),
    spread.some(Number.isFinite) ? spread.map(shown).join('–') : '–',
    target === undefined ? '' : `≤ ${shown(target.most)}${target.of === 'ratio' ? '' : ` ${unit}`}`,
    holds === undefined ? '' : verdict(holds),
  ];
}

function verdict(holds: boolean): string {
  return holds ? 'holds' : 'MISSED';
}

/** Three digits are more than a busy machine can tell apart. */
function shown(value: number): string {
  return Number.isFinite(value) ? String(Number(value.toPrecision(3))) : '–';
}
