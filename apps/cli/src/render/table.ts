import getTruncatedWidth from 'fast-string-truncated-width';
import type { Paint, Style } from './paint.ts';
import { oneLine } from './safe-text.ts';

/** One cell; its style does not count for its width. */
export interface Cell {
  readonly text: string;
  readonly style?: Style;
}

/** How wide a line may get, and how it is coloured. */
export interface Page {
  /** Undefined: as wide as it is. */
  readonly columns: number | undefined;
  readonly paint: Paint;
}

const GAP = '  ';

/**
 * Rows as lines: each column as wide as its widest cell, two blanks between, nothing behind the last.
 * A line that would be wider than the page is cut in its last cell, with an ellipsis.
 */
export function renderTable(rows: readonly (readonly Cell[])[], page: Page): string {
  const clean = rows.map((row) => row.map((cell) => ({ ...cell, text: oneLine(cell.text) })));
  const widths = columnWidths(clean);
  return clean.map((row) => renderRow(row, widths, page)).join('\n');
}

/** Cuts a text to so many columns of a terminal, the ellipsis included. */
export function cutToWidth(text: string, columns: number): string {
  const { index, ellipsed } = getTruncatedWidth(text, {
    limit: Math.max(1, columns),
    ellipsis: '…',
  });
  return ellipsed ? `${text.slice(0, index)}…` : text;
}

function columnWidths(rows: readonly (readonly Cell[])[]): readonly number[] {
  const widths: number[] = [];
  for (const row of rows) {
    for (const [column, { text }] of row.entries()) {
      widths[column] = Math.max(widths[column] ?? 0, widthOf(text));
    }
  }
  return widths;
}

function renderRow(row: readonly Cell[], widths: readonly number[], page: Page): string {
  const last = row.length - 1;
  let used = 0;
  const cells = row.map(({ text, style }, column) => {
    const fitted = column === last ? cutLast(text, used, page) : text;
    const padding = ' '.repeat(Math.max(0, (widths[column] ?? 0) - widthOf(fitted)));
    used += (widths[column] ?? 0) + GAP.length;
    const shown = style === undefined ? fitted : page.paint(style, fitted);
    return column === last ? shown : `${shown}${padding}`;
  });
  return cells.join(GAP).trimEnd();
}

function cutLast(text: string, used: number, { columns }: Page): string {
  return columns === undefined ? text : cutToWidth(text, columns - used);
}

function widthOf(text: string): number {
  return getTruncatedWidth(text).width;
}
