import { ESCAPE_TOKEN } from './escape-sequences.ts';

const SEQUENCE = new RegExp(ESCAPE_TOKEN, 'y');
// As wide as terminals are: a hostile column number must not become a row of that length.
const MAX_MOVE = 250;

/**
 * Writes one line the way a terminal would, as a row of cells with a cursor. A move to another row ends the
 * row; the rows come back joined by newlines.
 */
export function paintRow(line: string): string {
  const row = new Row();
  for (let at = 0; at < line.length; ) {
    const code = line.charCodeAt(at);
    if (isPrinted(code)) {
      const length = code >= 0xd800 && code <= 0xdbff ? 2 : 1;
      row.write(line.slice(at, at + length));
      at += length;
    } else {
      at += takeSequence(row, line, at) || takeControl(row, line, at);
    }
  }
  return row.finished();
}

function isPrinted(code: number): boolean {
  return code >= 0xa0 || (code >= 0x20 && code < 0x7f) || code === 0x09;
}

function takeControl(row: Row, line: string, at: number): number {
  row.control(line.charAt(at));
  return 1;
}

// Zero when no sequence begins here.
function takeSequence(row: Row, line: string, at: number): number {
  const code = line.charCodeAt(at);
  if (code !== 0x1b && code < 0x90) {
    return 0;
  }
  SEQUENCE.lastIndex = at;
  const [whole = '', parameters = '', final, other] = SEQUENCE.exec(line) ?? [];
  if (final !== undefined) {
    row.sequence(final, parameters);
  } else if (other === '\u001bD' || other === '\u001bE' || other === '\u001bM') {
    row.leave();
  }
  return whole.length;
}

class Row {
  readonly #rows: string[] = [];
  #cells: string[] = [];
  #column = 0;

  write(character: string): void {
    while (this.#cells.length < this.#column) {
      this.#cells.push(' ');
    }
    this.#cells[this.#column] = character;
    this.#column += 1;
  }

  control(character: string): void {
    if (character === '\r') {
      this.#column = 0;
    } else if (character === '\b') {
      this.#moveTo(this.#column - 1);
    } else if ('\v\f\u0084\u0085\u008d'.includes(character)) {
      this.leave();
    }
  }

  sequence(final: string, parameters: string): void {
    const first = Number.parseInt(parameters, 10) || 0;
    const count = Math.min(Math.max(first, 1), MAX_MOVE);
    if (final === 'C') {
      this.#moveTo(this.#column + count);
    } else if (final === 'D') {
      this.#moveTo(this.#column - count);
    } else if (final === 'G' || final === '`') {
      this.#moveTo(count - 1);
    } else if (final === 'K' || final === 'J') {
      this.#erase(first);
    } else if ('ABEFHdf'.includes(final) || isScreenSwitch(final, parameters)) {
      this.leave();
    }
  }

  /** Ends the row. Where the next one begins is not kept: indents by the thousand are no text. */
  leave(): void {
    const row = this.#cells.join('').trimEnd();
    if (row !== '') {
      this.#rows.push(row);
    }
    this.#cells = [];
    this.#column = 0;
  }

  finished(): string {
    this.leave();
    return this.#rows.join('\n');
  }

  #moveTo(column: number): void {
    this.#column = Math.max(0, Math.min(column, Math.max(this.#cells.length, MAX_MOVE)));
  }

  #erase(mode: number): void {
    if (mode === 1) {
      this.#cells.fill(' ', 0, Math.min(this.#column + 1, MAX_MOVE, this.#cells.length));
    } else {
      this.#cells.length = mode === 0 ? Math.min(this.#cells.length, this.#column) : 0;
    }
  }
}

function isScreenSwitch(final: string, parameters: string): boolean {
  return (final === 'h' || final === 'l') && /^\?(?:47|1047|1049)$/.test(parameters);
}
