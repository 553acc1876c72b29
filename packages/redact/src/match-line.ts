import { Line } from './line.ts';
import { isWatching, type LineState } from './line-state.ts';
import { maskManifestEntry } from './manifest.ts';
import { maskAwsSecret, maskWrapped, noteWrapped } from './neighbours.ts';
import { maskKeyBody } from './private-key.ts';
import type { RuleSet } from './rule-set.ts';
import { mergeSpans, type Span } from './span.ts';
import { viewOf } from './view.ts';

/** The spans of one line of text (no line end inside), in its own offsets, merged and in order. Moves `state` on. */
export function matchLine(text: string, rules: RuleSet, state: LineState): Span[] {
  const view = viewOf(text);
  const spans: Span[] = [];
  for (const [start, end] of logicalLines(view.text)) {
    spans.push(...matchLogicalLine(new Line(view.text, start, end), rules, state));
  }
  const original = spans.map((span) => ({
    ruleId: span.ruleId,
    start: view.startOf(span.start),
    end: view.endOf(span.end - 1),
  }));
  return mergeSpans(original);
}

function matchLogicalLine(line: Line, rules: RuleSet, state: LineState): readonly Span[] {
  if (isWatching(state)) {
    if (maskKeyBody(line, state)) {
      return line.spans;
    }
    maskManifestEntry(line, state);
    maskWrapped(line, state);
  }
  runKeywords(line, rules, state);
  maskAwsSecret(line, state);
  noteWrapped(line, state);
  return line.spans;
}

function runKeywords(line: Line, rules: RuleSet, state: LineState): void {
  const { columnOf, next, firstAccepting, outputs } = rules.automaton;
  const { text } = line;
  let at = 0;
  for (let index = line.start; index < line.end; index++) {
    const code = text.charCodeAt(index);
    at = next[(at << 6) | (code < 128 ? (columnOf[code] ?? 0) : 0)] ?? 0;
    if (at >= firstAccepting) {
      runActions(line, rules, outputs[at - firstAccepting] ?? [], index + 1, state);
    }
  }
}

function runActions(line: Line, rules: RuleSet, hits: readonly number[], end: number, state: LineState): void {
  for (const hit of hits) {
    const start = end - (rules.keywords[hit]?.length ?? 0);
    if (!line.isCovered(start, end)) {
      for (const action of rules.actions[hit] ?? []) {
        action(line, start, end, state);
      }
    }
  }
}

/** The lines inside a view: escaped line ends part them, and bare carriage returns too. */
function logicalLines(text: string): [number, number][] {
  const lines: [number, number][] = [];
  let start = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 10 || code === 13) {
      lines.push([start, at]);
      start = at + 1;
    }
  }
  lines.push([start, text.length]);
  return lines;
}
