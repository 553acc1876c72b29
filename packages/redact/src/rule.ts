import type { CodeSource } from './hint.ts';
import type { Line } from './line.ts';

/** A family of secrets that are known by their own shape: a literal and what surrounds it. One row of the vendor table. */
export interface TokenRule {
  readonly id: string;
  /** The literals the rule is found by, in their exact case. At least two characters each. */
  readonly prefixes: readonly string[];
  /** What must follow the literal: a pattern of bounded length, since it is tried at every hit. */
  readonly tail: string;
  /** What must stand before the literal and belongs to the secret: bounded, without a line end. */
  readonly head?: string;
  /** Characters beside `A-Za-z0-9_-` over which the secret goes on to the right. Default none. */
  readonly joins?: string;
  /** `digit`: the tail must hold a digit; `mixed`: a digit, an upper-case and a lower-case letter; `random`: not made of words. Default no demand. */
  readonly look?: 'digit' | 'mixed' | 'random';
  /** What all of the token must look like, as `look` says of the tail. Default no demand. */
  readonly wholeLook?: 'digit' | 'mixed' | 'random';
  /** The tail must not go on with a letter or digit. Default false: a longer one is taken whole. */
  readonly exact?: boolean;
  /** What the secret must not look like from its start, as a pattern. */
  readonly except?: string;
  /** The literal may stand inside a longer word. Default false: a letter or digit before it refuses. */
  readonly glued?: boolean;
}

/** A rule that reads the surroundings of a keyword: a name before a value, a header, an address, a command. */
export interface ContextRule {
  readonly id: string;
  /** Lower-case literals. `match` runs at each place where one of them stands, in any case of letters. */
  readonly keywords: readonly string[];
  /** What must follow the keyword at once, as a pattern: no match without it. Default anything. */
  readonly follow?: string;
  /** What must stand right before the keyword, as a pattern. Default anything. */
  readonly lead?: string;
  /** The keyword must not stand inside a word: no letter or digit before it. Default false. */
  readonly bounded?: boolean;
  /**
   * Whether the rule may match at the keyword at `[start, end)` of what ends at `limit`: a short look that spares most
   * lines a closer one. It is asked of raw text, so that it must say yes wherever an escape hides what stands there.
   */
  readonly near?: Near;
  /** Looks round the keyword at `[at, keywordEnd)` and masks through `line`. Its work is bounded per hit. */
  readonly match: (line: Line, at: number, keywordEnd: number) => void;
}

/** A short look round a keyword. */
export type Near = (source: CodeSource, start: number, end: number, limit: number) => boolean;

/** A rule as others may see it: its id, how it is grouped, and the literals it waits for. */
export interface RuleInfo {
  readonly id: string;
  readonly kind: 'token' | 'context' | 'state' | 'custom';
  readonly keywords: readonly string[];
  /** Of a token: where its shape is described. */
  readonly source?: string;
  /** Of a token: the day on which the rule was last held against its source, `YYYY-MM-DD`. */
  readonly reviewed?: string;
}
