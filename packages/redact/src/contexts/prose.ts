import type { ContextRule } from '../rule.ts';
import { isMasked, isReference } from '../value-guard.ts';

/** `Password for 'https://host': value`, which version control prints when it asks. */
export const prompt: ContextRule = {
  id: 'prompt',
  keywords: ['password for ', 'passphrase for '],
  follow: '[^\\r\\n]{7}',
  match(line, _at, keywordEnd) {
    const text = line.text.slice(keywordEnd, Math.min(line.end, keywordEnd + 512));
    const found =
      /^(?:[a-z]{2,12} )?(?:'[^']{1,256}'|"[^"]{1,256}"|[^\s:]{1,256}):[ \t]{1,4}(\S{4,128})/.exec(
        text,
      );
    const value = found?.[1];
    if (found !== null && value !== undefined && !isMasked(value) && !isReference(value)) {
      const end = keywordEnd + found[0].length;
      line.mask('prompt', end - value.length, end);
    }
  },
};

/** SQL that sets a password: `IDENTIFIED BY 'x'`, `SET PASSWORD FOR u = 'x'`. */
export const sqlPassword: ContextRule = {
  id: 'sql-password',
  keywords: ['identified by ', 'set password for '],
  follow: '[^\\r\\n]{5}',
  match(line, _at, keywordEnd) {
    const text = line.text.slice(keywordEnd, Math.min(line.end, keywordEnd + 512));
    const found =
      /^(?:[^=;]{0,160}?=[ \t]{0,4}|password[ \t]{1,4})?(?:password\()?'([^']{3,256})'/i.exec(text);
    const value = found?.[1];
    if (found !== null && value !== undefined && !isMasked(value) && !isReference(value)) {
      const start = keywordEnd + found[0].lastIndexOf(value);
      line.mask('sql-password', start, start + value.length);
    }
  },
};
