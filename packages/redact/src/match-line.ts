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
/** Keywords that may be looked at in the front of a line, however long it is: this many, and one more for every {@link CHARACTERS_PER_HIT}. */
const FREE_HITS = 128;
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
  const lines = sightings(view.text, rules);
  if (lines === undefined) {
    return undefined;
  }
  for (const sighting of lines) {
    matchLogicalLine(sighting, state);
  }
  const spans = lines.flatMap(({ line }) => line.spans);
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

/** A keyword at which rules may match. */
interface Hit {
  readonly actions: readonly Action[];
  readonly start: number;
  readonly end: number;
}

/** A logical line and what there is to look at in it. */
interface Sighting {
  readonly line: Line;
  readonly hits: readonly Hit[];
}

/** The logical lines of a text; undefined: there is too much to look at in its front, and no rule has looked yet. */
function sightings(text: string, rules: RuleSet): readonly Sighting[] | undefined {
  const found: Sighting[] = [];
  let count = 0;
  let isCrowded = false;
  for (const [start, end] of logicalLines(text)) {
    const line = new Line(text, start, end);
    const hits: Hit[] = [];
    eachHit(line, rules, (keywords, at) => {
      for (const keyword of keywords) {
        count += addHit(hits, line, rules, keyword, at);
      }
      isCrowded = count > FREE_HITS + at / CHARACTERS_PER_HIT;
      return !isCrowded;
    });
    if (isCrowded) {
      return undefined;
    }
    found.push({ line, hits });
  }
  return found;
}

/** Adds what waits for the `keyword` that ends at `end` and may match there. Gives how many rules that are. */
function addHit(hits: Hit[], line: Line, rules: RuleSet, keyword: number, end: number): number {
  const start = end - (rules.keywords[keyword]?.length ?? 0);
  const may = ({ hint }: Action): boolean => mayMatch(line, hint, start, end, line.end);
  const waiting = rules.actions[keyword] ?? [];
  // Most often it is one and it may, or none does: no list of its own then.
  const actions = waiting.every(may) ? waiting : waiting.filter(may);
  if (actions.length === 0 || isInBlob(line, start, end)) {
    return 0;
  }
  hits.push({ actions, start, end });
  return actions.length;
}

function matchLogicalLine({ line, hits }: Sighting, state: LineState): void {
  if (isWatching(state)) {
    if (maskKeyBody(line, state)) {
      return;
    }
    maskManifestEntry(line, state);
    maskVariable(line, state);
    maskWrapped(line, state);
  }
  for (const { actions, start, end } of hits) {
    if (!line.isCovered(start, end)) {
      for (const action of actions) {
        action.run(line, start, end, state);
      }
    }
  }
  maskAwsSecret(line, state);
  noteWrapped(line, state);
}

/** The lines inside a view: escaped line ends part them, and bare carriage returns too. */
function logicalLines(text: string): [number, number][] {
  if (!text.includes('\n') && !text.includes('\r')) {
    return [[0, text.length]];
  }
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
