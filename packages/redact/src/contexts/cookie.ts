import { evenLength } from '../characters.ts';
import type { Line } from '../line.ts';
import type { ContextRule } from '../rule.ts';
import { looksRandom } from '../token-look.ts';
import { isMasked, isReference } from '../value-guard.ts';

const AFTER_NAME = /["'\uf8f1-\uf8f3]?\]?[ \t]{0,4}[:=,][ \t]{0,8}\[?["'\uf8f1-\uf8f3]?/y;
const SESSION = /sess|sid$|auth|token|jwt|csrf|xsrf|login|remember|secret|key/i;
const ATTRIBUTE =
  /^(?:path|domain|expires|max-age|samesite|secure|httponly|priority|version|comment)$/i;

/** `Cookie` and `Set-Cookie`: the values of cookies that open a session, by name or by their random look. */
export const cookie: ContextRule = {
  id: 'cookie',
  keywords: ['cookie'],
  follow: '[^\\r\\n]{4}',
  match(line, _at, keywordEnd) {
    AFTER_NAME.lastIndex = keywordEnd;
    const separator = AFTER_NAME.exec(line.text);
    if (separator !== null) {
      maskPairs(line, keywordEnd + separator[0].length);
    }
  },
};

function maskPairs(line: Line, from: number): void {
  const text = line.text.slice(from, Math.min(line.end, from + 4096));
  const pair = /[ \t]{0,2}([^\s=;"'\uf8f1-\uf8f3]{1,64})=([^\s;"'\uf8f1-\uf8f3]*);?/y;
  for (let found = pair.exec(text); found !== null; found = pair.exec(text)) {
    const [whole, name = '', value = ''] = found;
    const start = from + found.index + whole.lastIndexOf(value === '' ? whole : value);
    if (isSessionCookie(name, value)) {
      line.mask('cookie', start, start + evenLength(value));
    }
  }
}

function isSessionCookie(name: string, value: string): boolean {
  return (
    value.length >= 8 &&
    !ATTRIBUTE.test(name) &&
    !isMasked(value) &&
    !isReference(value) &&
    (SESSION.test(name)
      ? /\d/.test(value) || value.length >= 16
      : looksRandom(value) && value.length >= 20)
  );
}
