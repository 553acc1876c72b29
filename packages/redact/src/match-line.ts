import { isInBlob } from './blob.ts';
import { contextRules } from './contexts/context-rules.ts';
import { mayMatch } from './hint.ts';
import { isJson, withinStrings } from './json-line.ts';
import { Line } from './line.ts';
import { isWatching, type LineState } from './line-state.ts';
import { maskManifestEntry } from './manifest.ts';
import { WITHHELD } from './mask.ts';
import { maskVariable } from './named-variable.ts';
import { maskAwsSecret, maskWrapped, noteWrapped } from './neighbours.ts';
import { maskKeyBody } from './private-key.ts';
import type { Action, RuleSet } from './rule-set.ts';
import { eachHit } from './scan.ts';
import { settledSpans } from './settle-masks.ts';
import type { Span } from './span.ts';
import { type View, viewOf } from './view.ts';

/** The rules that go by what stands round a secret: in JSON they must not take a key for a value. */
const surroundings: ReadonlySet<string> = new Set(
  ['private-key', ...contextRules.map((rule) => rule.id)].filter((id) => id !== 'jwt'),
);
/** Keywords that may be looked at in one line: this many, and one more for every {@link CHARACTERS_PER_HIT}. */
const FREE_HITS = 128;
const CHARACTERS_PER_HIT = 40;
/** Below this a line cannot have many more keywords than it may. */
const SHORTEST_CROWD = 512;

/**
 * The spans of one line of text (no line end inside), in its own offsets, merged and in order. Moves `state` on. A
 * line in which a rule fails, or that has more keywords than ordinary text ever has, is one span of {@link WITHHELD}.
 */
export function matchLine(text: string, rules: RuleSet, state: LineState): Span[] {
  try {
    const before = { ...state };
    let rounds = 0;
    return settledSpans(text, (masked) => {
      // What the line leaves for the next one is decided by its own text, not by what its masks look like.
      const of = rounds++ === 0 ? state : { ...before };
      return matchView(viewOf(masked), masked, rules, of) ?? withheld(masked);
    });
  } catch {
    // Whatever went wrong in a rule, the text it was looking at may hold the secret.
    return withheld(text);
  }
}

function withheld(text: string): Span[] {
  return [{ ruleId: WITHHELD, start: 0, end: text.length }];
}

function matchView(view: View, text: string, rules: RuleSet, state: LineState): Span[] | undefined {
  const budget = { hits: FREE_HITS + Math.floor(text.length / CHARACTERS_PER_HIT) };
  const spans: Span[] = [];
  const lines = logicalLines(view.text);
  if (isCrowded(view.text, lines, rules, budget.hits)) {
    return undefined;
  }
  for (const [start, end] of lines) {
    const line = new Line(view.text, start, end);
    matchLogicalLine(line, rules, state, budget);
    if (budget.hits < 0) {
      return undefined;
    }
    spans.push(...line.spans);
  }
  const inside =
    spans.length > 0 && isJson(text)
      ? withinStrings(view.text, spans, (id) => !surroundings.has(id))
      : spans;
  const original = inside.map(({ ruleId, start, end }) => ({
    ruleId,
    start: view.startOf(start),
    end: view.endOf(end - 1),
  }));
  return original.filter((span) => !rules.allow.has(text.slice(span.start, span.end)));
}

/** Whether there are more keywords than `most`, counted before any rule has looked: that is much cheaper. */
function isCrowded(
  text: string,
  lines: readonly (readonly [number, number])[],
  rules: RuleSet,
  most: number,
): boolean {
  if (text.length < SHORTEST_CROWD) {
    return false;
  }
  let left = most;
  for (const [start, end] of lines) {
    const line = new Line(text, start, end);
    eachHit(line, rules, (keywords, at) => {
      for (const keyword of keywords) {
        left -= actionsAt(line, rules, keyword, at).length;
      }
      return left >= 0;
    });
  }
  return left < 0;
}

function matchLogicalLine(
  line: Line,
  rules: RuleSet,
  state: LineState,
  budget: { hits: number },
): void {
  if (isWatching(state)) {
    if (maskKeyBody(line, state)) {
      return;
    }
    maskManifestEntry(line, state);
    maskVariable(line, state);
    maskWrapped(line, state);
  }
  eachHit(line, rules, (keywords, end) => {
    for (const keyword of keywords) {
      budget.hits -= runActions(line, rules, keyword, end, state);
    }
    return budget.hits >= 0;
  });
  maskAwsSecret(line, state);
  noteWrapped(line, state);
}

/** Runs what waits for `keyword`, where the text round it allows a match. Gives how many rules looked. */
function runActions(
  line: Line,
  rules: RuleSet,
  keyword: number,
  end: number,
  state: LineState,
): number {
  const start = end - (rules.keywords[keyword]?.length ?? 0);
  if (line.isCovered(start, end)) {
    return 0;
  }
  const actions = actionsAt(line, rules, keyword, end);
  for (const action of actions) {
    action.run(line, start, end, state);
  }
  return actions.length;
}

/** What waits for the `keyword` that ends at `end` and may match there. */
function actionsAt(line: Line, rules: RuleSet, keyword: number, end: number): readonly Action[] {
  const start = end - (rules.keywords[keyword]?.length ?? 0);
  const found = (rules.actions[keyword] ?? []).filter(({ hint }) =>
    mayMatch(line, hint, start, end, line.end, Number.NEGATIVE_INFINITY),
  );
  return found.length > 0 && isInBlob(line, start, end) ? [] : found;
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
