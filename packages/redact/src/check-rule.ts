import type { CustomRule } from './options.ts';
import { costlyPart } from './pattern-cost.ts';
import { readPattern } from './pattern-tree.ts';

const LONGEST_PATTERN = 512;
const SHORTEST_KEYWORD = 3;

/**
 * Why `rule` cannot be used, in words for the one who wrote it; undefined: it can. Refused are patterns whose time can
 * grow faster than the text (`(a+)+`, `a*a*`), look-arounds, back-references, and patterns that match nothing at all.
 */
export function checkRule(rule: CustomRule): string | undefined {
  if (!/^[a-z0-9][a-z0-9-]{0,63}$/.test(rule.id)) {
    return 'id must be 1 to 64 lower-case letters, digits and hyphens';
  }
  return keywordProblem(rule.keywords) ?? labelProblem(rule.label) ?? patternProblem(rule.pattern);
}

function keywordProblem(keywords: readonly string[]): string | undefined {
  if (keywords.length === 0) {
    return 'keywords must hold at least one literal';
  }
  const bad = keywords.find(
    (keyword) => keyword.length < SHORTEST_KEYWORD || !/^[\x20-\x7e]*$/.test(keyword),
  );
  return bad === undefined
    ? undefined
    : `keyword ${JSON.stringify(bad)} must be printable ASCII of at least ${SHORTEST_KEYWORD} characters`;
}

function labelProblem(label: string | undefined): string | undefined {
  // It stands inside of JSON, of quotes and of the mask's own brackets.
  return label === undefined || /^[A-Za-z0-9._-]{1,64}$/.test(label)
    ? undefined
    : 'label must be 1 to 64 letters, digits, dots, underscores and hyphens';
}

function patternProblem(source: string): string | undefined {
  if (source.length > LONGEST_PATTERN) {
    return `pattern has ${source.length} characters, at most ${LONGEST_PATTERN} are allowed`;
  }
  const syntax = syntaxProblem(source);
  if (syntax !== undefined) {
    return syntax;
  }
  const read = readPattern(source);
  if (read.kind === 'refused') {
    return `pattern: ${read.reason}`;
  }
  const costly = costlyPart(read.pattern);
  if (costly !== undefined) {
    return `pattern could take very long: ${costly}`;
  }
  return new RegExp(source, 'u').test('') ? 'pattern matches the empty text' : undefined;
}

function syntaxProblem(source: string): string | undefined {
  try {
    return new RegExp(source, 'u') instanceof RegExp
      ? undefined
      : 'pattern is no regular expression';
  } catch (error) {
    // The engine's own words say best what is wrong with the syntax.
    return error instanceof SyntaxError ? `pattern: ${error.message}` : 'pattern cannot be read';
  }
}
