import type { IBuffer } from '@xterm/headless';

/** One row of a screen. */
export interface Row {
  readonly text: string;
  /** The next row goes on with the same line. */
  readonly continues: boolean;
}

/** Reads a row of a buffer; `at` counts from its oldest row. */
export function readRow(buffer: IBuffer, at: number): Row {
  // Beyond its last row the buffer answers with its first one.
  const continues = at + 1 < buffer.length && buffer.getLine(at + 1)?.isWrapped === true;
  return { text: buffer.getLine(at)?.translateToString(!continues) ?? '', continues };
}

/** Reads the rows of a screen from the top. */
export function readScreen(buffer: IBuffer, rows: number): Row[] {
  return Array.from({ length: rows }, (_, row) => readRow(buffer, buffer.baseY + row));
}

/** Puts rows together to lines, without the blank ones at the end. */
export function linesOfRows(rows: readonly Row[]): string[] {
  const lines: string[] = [];
  let open = '';
  for (const { text, continues } of rows) {
    open += text;
    if (!continues) {
      lines.push(open.trimEnd());
      open = '';
    }
  }
  const last = lines.findLastIndex((line) => line !== '');
  return open === '' ? lines.slice(0, last + 1) : [...lines, open];
}
