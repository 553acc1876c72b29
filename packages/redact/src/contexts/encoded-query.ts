import { NAME, startOf } from '../characters.ts';
import type { ContextRule } from '../rule.ts';
import { nameStrengthOf } from '../secret-name.ts';
import { looksRandom } from '../token-look.ts';
import { isMasked, isPlain } from '../value-guard.ts';

const LONGEST_NAME = 64;
const LONGEST_VALUE = 2048;
/** Up to the next parameter. A `$` or `{` at the front, encoded, begins a reference. */
const VALUE = /^(?!%(?:24|7B))(?:[A-Za-z0-9._~+/-]|%(?!26|22|20)[0-9A-F]{2}){4,2048}/i;

/** `name%3Dvalue`: an address as the parameter of another one. */
export const encodedQuery: ContextRule = {
  id: 'query-parameter',
  keywords: ['%3d'],
  lead: '[A-Za-z0-9_.-]',
  match(line, at, keywordEnd) {
    const start = startOf(line.text, at, Math.max(line.start, at - LONGEST_NAME), NAME);
    // A percent sign before it belongs to an escape: `%26token` is the name `token`.
    const escaped = line.text.charAt(start - 1) === '%' ? start + 2 : start;
    const strength = nameStrengthOf(line.text.slice(escaped, at));
    const limit = Math.min(line.end, keywordEnd + LONGEST_VALUE);
    const value = VALUE.exec(line.text.slice(keywordEnd, limit))?.[0];
    if (strength === undefined || value === undefined || isMasked(value) || isPlain(value)) {
      return;
    }
    if (strength !== 'weak' || looksRandom(value)) {
      line.mask('query-parameter', keywordEnd, keywordEnd + value.length);
    }
  },
};
