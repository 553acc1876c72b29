import { contextRules } from './contexts/context-rules.ts';
import { type Hint, hintOf } from './hint.ts';
import { buildAutomaton, type KeywordAutomaton, lowerAscii } from './keyword-automaton.ts';
import type { Line } from './line.ts';
import type { LineState } from './line-state.ts';
import { openManifest } from './manifest.ts';
import { compileToken, matchToken } from './match-token.ts';
import { noteVariable } from './named-variable.ts';
import { type Neighbourhood, neighbourhoodOf } from './neighbourhood.ts';
import { openKey, openPuttyKey } from './private-key.ts';
import type { ContextRule, RuleInfo, TokenRule } from './rule.ts';
import { vendorTables, vendorTokens } from './vendors/vendor-tokens.ts';

/** What happens at one keyword. */
export interface Action {
  readonly hint: Hint;
  readonly run: (line: Line, at: number, keywordEnd: number, state: LineState) => void;
}

/** What waits for a keyword, as far as a scan must know it. */
export interface Candidate {
  readonly keyword: number;
  readonly letters: string;
  readonly hint: Hint;
}

/** Where the keywords of rules stand, and what to do at each of them. Immutable. */
interface Tables {
  readonly automaton: KeywordAutomaton;
  /** What may stand round the automaton's keywords. */
  readonly neighbourhood: Neighbourhood;
  readonly keywords: readonly string[];
  /** The number of {@link ESCAPE_KEYWORD}. */
  readonly escape: number;
  /** For the keyword of the same index. */
  readonly actions: readonly (readonly Action[])[];
}

/** Rules made ready: the automaton over all their keywords, and what to do at each of them. */
export interface RuleSet extends Tables {
  readonly rules: readonly RuleInfo[];
  /** Exact texts that are never masked. */
  readonly allow: ReadonlySet<string>;
  /** Whether values given away by their surroundings are masked where they come back. */
  readonly learn: boolean;
  /** Known values without a letter that a keyword could be made of. */
  readonly wide: readonly string[];
}

/** What a rule set is built from beside the built-in rules. */
export interface RuleSetParts {
  readonly disabled: ReadonlySet<string>;
  readonly extra: readonly ContextRule[];
  readonly allow: ReadonlySet<string>;
  readonly learn: boolean;
  readonly wide: readonly string[];
}

/** The keyword that begins a terminal escape. */
const ESCAPE_KEYWORD = '\u001b';
/** Keywords that only make a line worth a look, and what follows them: escapes, under which other keywords may hide. */
const ESCAPES = [
  [ESCAPE_KEYWORD, '[^\\x00-\\x1f]'],
  ['\\u00', '[1-7][0-9A-Fa-f]'],
  ['\\x1b', '\\['],
  ['\\033', '\\['],
  ['\\e[', '[0-9;:?A-Za-z]'],
  [':\\/\\/', '\\S'],
] as const;

/** The built-in rules, as others may see them. */
export function builtInRules(): readonly RuleInfo[] {
  return describe(vendorTokens, contextRules);
}

/** The built-in rules without the disabled ones, and the extra ones, ready to run. */
export function buildRuleSet({ disabled, extra, allow, learn, wide }: RuleSetParts): RuleSet {
  const tokens = vendorTokens.filter((rule) => !disabled.has(rule.id));
  const contexts = [...contextRules.filter((rule) => !disabled.has(rule.id)), ...extra];
  const isBuiltIn = disabled.size === 0 && extra.every(({ keywords }) => keywords.length === 0);
  const tables = isBuiltIn ? builtInTables() : tablesOf(tokens, contexts);
  return { ...tables, rules: describe(tokens, contexts), allow, learn, wide };
}

// Making them takes 10 to 20 ms, and most sets have the built-in rules alone.
let shared: Tables | undefined;

function builtInTables(): Tables {
  shared ??= tablesOf(vendorTokens, contextRules);
  return shared;
}

function tablesOf(tokens: readonly TokenRule[], contexts: readonly ContextRule[]): Tables {
  const actions = new Map<string, Action[]>();
  const add = (keyword: string, action: Action): void => {
    const list = actions.get(lowerAscii(keyword)) ?? [];
    list.push(action);
    actions.set(lowerAscii(keyword), list);
  };
  addTokens(tokens, add);
  for (const rule of contexts) {
    const hint = hintOf(rule.lead ?? '', rule.follow ?? '', rule.bounded === true, {
      near: rule.near,
    });
    for (const keyword of rule.keywords) {
      add(keyword, { hint, run: rule.match });
    }
  }
  addStates(add);
  const keywords = [...actions.keys()];
  const lists = [...actions.values()];
  const automaton = buildAutomaton(keywords);
  const candidates = automaton.outputs.map((ends) => candidatesOf(ends, keywords, lists));
  return {
    automaton,
    neighbourhood: neighbourhoodOf(candidates),
    escape: keywords.indexOf(ESCAPE_KEYWORD),
    keywords,
    actions: lists,
  };
}

function candidatesOf(
  ends: readonly number[],
  keywords: readonly string[],
  actions: readonly (readonly Action[])[],
): Candidate[] {
  const all = ends
    .map((keyword) => ({ keyword, letters: keywords[keyword] ?? '' }))
    .sort((a, b) => b.letters.length - a.letters.length)
    .flatMap((each) => (actions[each.keyword] ?? []).map(({ hint }) => ({ ...each, hint })));
  // Of keywords of one rule that end in each other, the longest answers for all.
  return all.filter(
    ({ hint }, index) => looksBehind(hint) || all.findIndex((each) => each.hint === hint) === index,
  );
}

function looksBehind({ before, boundary, letters }: Hint): boolean {
  return boundary || before.length > 0 || letters !== undefined;
}

function addTokens(
  tokens: readonly TokenRule[],
  add: (keyword: string, action: Action) => void,
): void {
  for (const rule of tokens) {
    const hint = hintOf(rule.head ?? '', rule.tail, rule.glued !== true);
    const near: Action['run'] = rule.id === 'aws-access-key-id' ? noteAwsKey : () => undefined;
    for (const token of compileToken(rule)) {
      add(token.prefix, {
        // Most text is in lower case: only a prefix that is not can be told from it.
        hint: /[A-Z]/.test(token.prefix) ? { ...hint, letters: token.prefix } : hint,
        run: (line, at, end, state) => {
          if (matchToken(token, line, at)) {
            near(line, at, end, state);
          }
        },
      });
    }
  }
}

function noteAwsKey(_line: Line, _at: number, _end: number, state: LineState): void {
  state.awsLines = 4;
}

function addStates(add: (keyword: string, action: Action) => void): void {
  const on = (keyword: string, follow: string, run: Action['run']): void =>
    add(keyword, { hint: hintOf('', follow, false), run });
  on('-----begin', ' ', (line, at, _end, state) => openKey(line, at, state));
  on('---- begin', ' ', (line, at, _end, state) => openKey(line, at, state));
  on('private-lines:', '', (line, _at, _end, state) => openPuttyKey(line, state));
  on('kind', '["\':]', (line, _at, _end, state) => openManifest(line, 'secret', state));
  on('name:', '[ \\t"\']', (line, _at, _end, state) => noteVariable(line, state));
  on('apiversion: v1', '', (line, _at, _end, state) => openManifest(line, 'v1', state));
  for (const [keyword, follow] of ESCAPES) {
    on(keyword, follow, () => undefined);
  }
}

function describe(
  tokens: readonly TokenRule[],
  contexts: readonly ContextRule[],
): readonly RuleInfo[] {
  const infos = new Map<string, RuleInfo>();
  const note = ({ id, keywords, ...rest }: RuleInfo): void => {
    const known = infos.get(id)?.keywords ?? [];
    infos.set(id, Object.freeze({ id, ...rest, keywords: Object.freeze([...known, ...keywords]) }));
  };
  for (const { source, reviewed, rows } of vendorTables) {
    for (const rule of rows.filter((row) => tokens.includes(row))) {
      note({ id: rule.id, kind: 'token', keywords: rule.prefixes, source, reviewed });
    }
  }
  for (const rule of contexts) {
    note({ id: rule.id, kind: 'context', keywords: rule.keywords });
  }
  return Object.freeze([...infos.values()]);
}
