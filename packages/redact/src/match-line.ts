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
import type { RuleSet } from './rule-set.ts';
import { eachHit } from './scan.ts';
import { settledSpans } from './settle-masks.ts';
import type { Span } from './span.ts';
import { type View, viewOf } from './view.ts';

/** The rules that go by what stands round a secret: in JSON they must not take a key for a value. */
const surroundings: ReadonlySet<string> = new Set(
  ['private-key', ...contextRules.map((rule) => rule.id)].filter((id) => id !== 'jwt'),
);
/** Keywords that may be looked at in one line: this many, and one more for every {@link CHARACTERS_PER_HIT}. */
const FREE_HITS = 256;
const CHARACTERS_PER_HIT = 40;

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
  for (const [start, end] of logicalLines(view.text)) {
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
  eachHit(line.text, line.start, line.end, rules.automaton, (keywords, end) => {
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
  let looks = 0;
  if (!line.isCovered(start, end)) {
    for (const action of rules.actions[keyword] ?? []) {
      if (
        mayMatch(line, action.hint, start, end, line.end, Number.NEGATIVE_INFINITY) &&
        !isInBlob(line, start, end)
      ) {
        action.run(line, start, end, state);
        looks++;
      }
    }
  }
  return looks;
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
