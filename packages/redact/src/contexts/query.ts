import type { Line } from '../line.ts';
import type { ContextRule } from '../rule.ts';
import { isMasked, isReference } from '../value-guard.ts';

/** Query parameters whose short names mean a secret only there. */
export const query: ContextRule = {
  id: 'query-parameter',
  keywords: ['?code=', '&code=', '?sig=', '&sig=', '?auth=', '&auth=', '?key=', '&key='],
  follow: '[^\\s&#"\'<>]{16}',
  match: matchParameter,
};

function matchParameter(line: Line, _at: number, keywordEnd: number): void {
  const value = /^[^\s&#"'<>\uf8f1-\uf8f3]{16,2048}/.exec(
    line.text.slice(keywordEnd, Math.min(line.end, keywordEnd + 2048)),
  )?.[0];
  if (value !== undefined && /\d/.test(value) && !isMasked(value) && !isReference(value)) {
    line.mask('query-parameter', keywordEnd, keywordEnd + value.length);
  }
}
