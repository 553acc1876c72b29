import type { Tokens } from 'marked';
import { inlineText, type Setting } from './inline-text.ts';
import { widthOf, wrapText } from './wrap-text.ts';

const GAP = 2;
const HANG = 4;

/** What the last column needs to be readable beside the others. */
const LEAST_ROOM = 30;

/**
 * The lines of a table: its columns side by side where all but the last are narrow, else the first cell of a row by
 * itself and the others hanging below it. A table without words in its head has none.
 */
export function tableText(
  { header, rows }: Tokens.Table,
  columns: number,
  setting: Setting,
): readonly string[] {
  const words = (cells: readonly Tokens.TableCell[]): readonly string[] =>
    cells.map(({ tokens }) => inlineText(tokens, setting));
  const head = words(header);
  const body = rows.map(words);
  const shown = head.every((cell) => cell === '') ? body : [head, ...body];
  const widths = widthsOf(shown);
  const taken = widths.slice(0, -1).reduce((sum, width) => sum + width + GAP, 0);
  return columns - taken >= LEAST_ROOM
    ? shown.flatMap((row) => sideBySide(row, widths, columns - taken))
    : body.flatMap((row) => hanging(row, columns));
}

function widthsOf(rows: readonly (readonly string[])[]): readonly number[] {
  return (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => widthOf(row[column] ?? ''))),
  );
}

function sideBySide(
  row: readonly string[],
  widths: readonly number[],
  room: number,
): readonly string[] {
  const lead = row
    .slice(0, -1)
    .map((cell, column) => padded(cell, (widths[column] ?? 0) + GAP))
    .join('');
  return wrapText(row.at(-1) ?? '', room).map((line, index) =>
    `${index === 0 ? lead : ' '.repeat(widthOf(lead))}${line}`.trimEnd(),
  );
}

function hanging([first = '', ...others]: readonly string[], columns: number): readonly string[] {
  const below = others.filter((cell) => cell !== '');
  return [
    ...wrapText(first, columns),
    ...below
      .flatMap((cell) => wrapText(cell, columns - HANG))
      .map((line) => `${' '.repeat(HANG)}${line}`),
  ];
}

function padded(cell: string, width: number): string {
  // The blanks that no line may end at are undone here too: only the last cell is wrapped.
  const [line = ''] = wrapText(cell, Number.POSITIVE_INFINITY);
  return `${line}${' '.repeat(Math.max(0, width - widthOf(line)))}`;
}
