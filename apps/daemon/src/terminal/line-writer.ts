import type { LineBlock } from '../output/line-splitter.ts';
import type { Row } from './row.ts';

/** Makes lines of the rows that are settled, and passes them on in blocks. */
export interface LineWriter {
  add(row: Row): void;
  /** Ends the line that goes on, if one does. */
  endLine(): void;
  /** Passes on what was collected. */
  flush(): void;
}

// A line that goes on for longer is passed on in parts.
const MAX_LINE_CHARACTERS = 32 * 1024;

/** @param onBlock - Gets whole lines, and of a line without an end its parts. Rows that are blank are written once. */
export function createLineWriter(onBlock: (block: LineBlock) => void): LineWriter {
  let lines: string[] = [];
  let open = '';
  let isPartial = false;
  let isAfterBlank = true;

  function flush(): void {
    if (lines.length > 0) {
      onBlock({ kind: 'lines', text: lines.join('\n') });
      lines = [];
    }
  }

  function endLine(): void {
    if (isPartial) {
      onBlock({ kind: 'part', part: 'last', text: open });
      isPartial = false;
      isAfterBlank = false;
    } else if (open !== '') {
      push(open);
    }
    open = '';
  }

  function push(line: string): void {
    const isBlank = line.trim() === '';
    if (!(isBlank && isAfterBlank)) {
      lines.push(line.trimEnd());
    }
    isAfterBlank = isBlank;
  }

  function passPart(): void {
    flush();
    onBlock({ kind: 'part', part: isPartial ? 'middle' : 'first', text: open });
    isPartial = true;
    open = '';
  }

  return {
    add({ text, continues }) {
      open += text;
      if (continues) {
        if (open.length > MAX_LINE_CHARACTERS) {
          passPart();
        }
      } else if (isPartial || open !== '') {
        endLine();
      } else {
        push('');
      }
    },
    endLine,
    flush,
  };
}
