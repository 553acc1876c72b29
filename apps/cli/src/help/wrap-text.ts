import { stripVTControlCharacters } from 'node:util';

/** Stands for a blank at which no line may end. */
export const HARD_BLANK = '\u{a0}';

/** Breaks a text into lines of at most so many columns, colours not counted. A longer word has a line of its own. */
export function wrapText(text: string, columns: number): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/[ \n]+/).filter((part) => part !== '')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line !== '' && widthOf(longer) > columns) {
      lines.push(line);
      line = word;
    } else {
      line = longer;
    }
  }
  return [...lines, line].map((one) => one.replaceAll(HARD_BLANK, ' '));
}

/** Columns that a text takes. */
export function widthOf(text: string): number {
  return [...stripVTControlCharacters(text)].length;
}
