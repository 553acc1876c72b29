import type { Paint, Style } from './paint.ts';
import { type Ruler, rulerFor } from './ruler.ts';
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
 * Rows as lines: each column as wide as its widest cell, two blanks between, nothing behind the last. A line that
 * would be wider than the page is cut in its last cell, with an ellipsis.
 */
export async function renderTable(rows: readonly (readonly Cell[])[], page: Page): Promise<string> {
  const clean = rows.map((row) => row.map((cell) => ({ ...cell, text: oneLine(cell.text) })));
  const ruler = await rulerFor(clean.flatMap((row) => row.map(({ text }) => text)));
  const widths = columnWidths(clean, ruler);
  return clean.map((row) => renderRow(row, { widths, ruler, page })).join('\n');
}

interface Layout {
  readonly widths: readonly number[];
  readonly ruler: Ruler;
  readonly page: Page;
}

function columnWidths(rows: readonly (readonly Cell[])[], ruler: Ruler): readonly number[] {
  const widths: number[] = [];
  for (const row of rows) {
    for (const [column, { text }] of row.entries()) {
      widths[column] = Math.max(widths[column] ?? 0, ruler.widthOf(text));
    }
  }
  return widths;
}

function renderRow(row: readonly Cell[], { widths, ruler, page }: Layout): string {
  const last = row.length - 1;
  let used = 0;
  const cells = row.map(({ text, style }, column) => {
    const width = widths[column] ?? 0;
    const room = Math.max(0, (page.columns ?? Number.POSITIVE_INFINITY) - used);
    const fitted = column < last || ruler.widthOf(text) <= room ? text : cut(text, room, ruler);
    used += width + GAP.length;
    const shown = style === undefined ? fitted : page.paint(style, fitted);
    return column === last ? shown : `${shown}${' '.repeat(width - ruler.widthOf(fitted))}`;
  });
  return cells.join(GAP).trimEnd();
}

function cut(text: string, room: number, ruler: Ruler): string {
  return room === 0 ? '' : ruler.cut(text, room);
}
