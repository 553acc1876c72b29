import type { Line } from './line.ts';
import type { CustomRule } from './options.ts';
import { readPattern } from './pattern-tree.ts';
import type { ContextRule } from './rule.ts';

/** How much before and after its keyword a custom pattern may read: together at most 4 KiB. */
const REACH = 2000;
/** What `*`, `+` and `{n,}` stand for, so that the work on one window is bounded. */
const LONGEST_REPEAT = 512;

/** A custom rule ready to run. Its pattern is tried on a window round each keyword, and on no window twice. */
export function customRule(rule: CustomRule): ContextRule {
  const pattern = new RegExp(boundedSource(rule.pattern), 'du');
  const triedTo = new WeakMap<Line, number>();
  return {
    id: rule.id,
    keywords: rule.keywords,
    match(line, at, keywordEnd) {
      const tried = triedTo.get(line) ?? line.start;
      if (keywordEnd + REACH / 2 > tried) {
        const from = Math.max(line.start, at - REACH);
        const to = Math.min(line.end, keywordEnd + REACH);
        maskMatches(rule.id, pattern, line, from, to);
        triedTo.set(line, to);
      }
    },
  };
}

function maskMatches(id: string, pattern: RegExp, line: Line, from: number, to: number): void {
  let at = from;
  while (at < to) {
    const found = pattern.exec(line.text.slice(at, to));
    const [start, end] = found?.indices?.[1] ?? found?.indices?.[0] ?? [0, 0];
    if (end <= start) {
      return;
    }
    if (!line.text.slice(at + start, at + end).includes('[REDACTED')) {
      const isCut = end - start >= LONGEST_REPEAT;
      line.mask(id, at + start, isCut ? Math.max(at + end, line.runEnd(at + end)) : at + end);
    }
    at += end;
  }
}

function boundedSource(source: string): string {
  const read = readPattern(source);
  if (read.kind === 'refused') {
    throw new RangeError(read.reason);
  }
  let out = source;
  for (const { start, end, min } of [...read.openQuantifiers].sort((a, b) => b.start - a.start)) {
    const lazy = source.charAt(end - 1) === '?' ? '?' : '';
    out = `${out.slice(0, start)}{${min},${Math.max(min, LONGEST_REPEAT)}}${lazy}${out.slice(end)}`;
  }
  return out;
}
