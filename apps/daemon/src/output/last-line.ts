import { visibleText } from './visible-text.ts';

// White space, what has no glyph, frames and blocks, spinner dots.
const UNREADABLE = /^[\p{Z}\p{C}\u2500-\u259f\u2800-\u28ff]*$/u;
const RULE = /^[\s\-=_+|]{3,}$/;
const MAX_CHARACTERS = 8192;
const HALF_CHARACTER = /[\ud800-\udbff]$/;

/**
 * The last line of a program's output that a person would read, without the space around it: escape
 * sequences are gone, carriage returns have overwritten, blank lines and those of frames and rules alone are
 * skipped, and a last line needs no newline. At most 8,192 characters; undefined when there is none.
 */
export function lastReadableLine(output: string): string | undefined {
  return lastSettledLine(visibleText(output));
}

/** The same of text that {@link visibleText} has settled. */
export function lastSettledLine(settled: string): string | undefined {
  for (let end = settled.trimEnd().length; end > 0; ) {
    const start = settled.lastIndexOf('\n', end - 1) + 1;
    const line = settled.slice(start, end).trim();
    if (!(UNREADABLE.test(line) || RULE.test(line))) {
      return detached(line.slice(0, MAX_CHARACTERS).replace(HALF_CHARACTER, ''));
    }
    end = start - 1;
  }
  return undefined;
}

// A short slice would keep the whole output that it was cut from in memory.
function detached(line: string): string {
  return Buffer.from(line, 'utf8').toString('utf8');
}
