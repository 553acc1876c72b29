import { contextRules } from './contexts/context-rules.ts';
import { buildAutomaton, type KeywordAutomaton } from './keyword-automaton.ts';
import type { Line } from './line.ts';
import type { LineState } from './line-state.ts';
import { openManifest } from './manifest.ts';
import { compileToken, matchToken } from './match-token.ts';
import { openKey, openPuttyKey } from './private-key.ts';
import type { ContextRule, RuleInfo, TokenRule } from './rule.ts';
import { vendorTokens } from './vendors/vendor-tokens.ts';

/** What happens at one keyword. */
export type Action = (line: Line, at: number, keywordEnd: number, state: LineState) => void;

/** Rules made ready: the automaton over all their keywords, and what to do at each of them. */
export interface RuleSet {
  readonly automaton: KeywordAutomaton;
  readonly keywords: readonly string[];
  /** For the keyword of the same index. */
  readonly actions: readonly (readonly Action[])[];
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

/** Keywords that only make a line worth a look: escapes, under which other keywords may hide. */
const ESCAPES = ['\u001b', '\\u00', '\\x1b', '\\033', '\\e[', ':\\/\\/'];

/** The built-in rules without the disabled ones, and the extra ones, ready to run. */
export function buildRuleSet({ disabled, extra, allow, learn, wide }: RuleSetParts): RuleSet {
  const actions = new Map<string, Action[]>();
  const add = (keyword: string, action: Action): void => {
    const list = actions.get(keyword.toLowerCase()) ?? [];
    list.push(action);
    actions.set(keyword.toLowerCase(), list);
  };
  const tokens = vendorTokens.filter((rule) => !disabled.has(rule.id));
  const contexts = [...contextRules.filter((rule) => !disabled.has(rule.id)), ...extra];
  addTokens(tokens, add);
  for (const rule of contexts) {
    for (const keyword of rule.keywords) {
      add(keyword, rule.match);
    }
  }
  addStates(add);
  const keywords = [...actions.keys()];
  return {
    automaton: buildAutomaton(keywords),
    keywords,
    actions: [...actions.values()],
    rules: describe(tokens, contexts),
    allow,
    learn,
    wide,
  };
}

function addTokens(
  tokens: readonly TokenRule[],
  add: (keyword: string, action: Action) => void,
): void {
  for (const rule of tokens) {
    for (const token of compileToken(rule)) {
      add(token.prefix, (line, at, _end, state) => {
        const before = line.spans.length;
        matchToken(token, line, at);
        if (rule.id === 'aws-access-key-id' && line.spans.length > before) {
          state.awsLines = 4;
        }
      });
    }
  }
}

function addStates(add: (keyword: string, action: Action) => void): void {
  add('-----begin', (line, at, _end, state) => openKey(line, at, state));
  add('---- begin', (line, at, _end, state) => openKey(line, at, state));
  add('private-lines:', (line, _at, _end, state) => openPuttyKey(line, state));
  add('kind', (line, _at, _end, state) => openManifest(line, 'secret', state));
  add('apiversion: v1', (line, _at, _end, state) => openManifest(line, 'v1', state));
  for (const keyword of ESCAPES) {
    add(keyword, () => undefined);
  }
}

function describe(
  tokens: readonly TokenRule[],
  contexts: readonly ContextRule[],
): readonly RuleInfo[] {
  const infos = new Map<string, RuleInfo>();
  const note = (id: string, kind: RuleInfo['kind'], keywords: readonly string[]): void => {
    const known = infos.get(id)?.keywords ?? [];
    infos.set(id, Object.freeze({ id, kind, keywords: Object.freeze([...known, ...keywords]) }));
  };
  for (const rule of tokens) {
    note(rule.id, 'token', rule.prefixes);
  }
  for (const rule of contexts) {
    note(rule.id, 'context', rule.keywords);
  }
  return Object.freeze([...infos.values()]);
}
