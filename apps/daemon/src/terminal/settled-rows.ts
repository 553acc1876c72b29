import type { LineWriter } from './line-writer.ts';
import { linesOfRows, type Row } from './row.ts';

/** Decides which rows of a terminal are written, and writes each once. */
export interface SettledRows {
  /** A row of the ordinary screen has moved out. */
  scrolledOff(row: Row): void;
  /** What the ordinary screen shows now counts as written from here on, unless it is changed. */
  commit(ordinary: readonly Row[]): void;
  /** Writes the ordinary screen and counts it as written. */
  writeAndCommit(ordinary: readonly Row[]): void;
  /** Writes a screen that is lost now. */
  writeLost(screen: readonly Row[]): void;
  /** The ordinary screen is emptied. */
  erase(ordinary: readonly Row[]): void;
  /** The program has ended: writes what the ordinary screen shows, or, when that is empty, what it showed last. */
  writeLast(ordinary: readonly Row[]): void;
}

/** @param writer - Gets the rows in the order in which they were settled. */
export function settleRows(writer: LineWriter): SettledRows {
  /** Of the ordinary screen's rows those that were written already, by their number since the beginning. */
  const written = new Map<number, string>();
  let scrolled = 0;
  let erased: readonly Row[] = [];

  function write(rows: readonly Row[], first: number | undefined): void {
    const count = rows.findLastIndex(({ text }) => text.trim() !== '') + 1;
    for (const [index, row] of rows.slice(0, count).entries()) {
      if (first === undefined || written.get(first + index) !== row.text) {
        writer.add(row);
      }
    }
    writer.endLine();
  }

  function commit(ordinary: readonly Row[]): void {
    for (const [index, { text }] of ordinary.entries()) {
      if (text.trim() !== '') {
        written.set(scrolled + index, text);
      }
    }
  }

  return {
    scrolledOff(row) {
      if (written.get(scrolled) !== row.text) {
        writer.add(row);
      }
      written.delete(scrolled);
      scrolled += 1;
      erased = [];
    },
    commit,
    writeAndCommit(ordinary) {
      write(ordinary, scrolled);
      commit(ordinary);
    },
    writeLost(screen) {
      write(screen, undefined);
      erased = [];
    },
    erase(ordinary) {
      const unwritten = ordinary.filter(
        ({ text }, index) => written.get(scrolled + index) !== text,
      );
      if (linesOfRows(unwritten).length > 0) {
        erased = unwritten;
      }
      written.clear();
    },
    writeLast(ordinary) {
      if (linesOfRows(ordinary).length > 0) {
        write(ordinary, scrolled);
      } else {
        write(erased, undefined);
      }
    },
  };
}
