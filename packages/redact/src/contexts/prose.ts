import type { ContextRule } from '../rule.ts';
import { isMasked, isReference } from '../value-guard.ts';

/** `Password for 'https://host': value`, which version control prints when it asks. */
export const prompt: ContextRule = {
  id: 'prompt',
  keywords: ['password for ', 'passphrase for '],
  match(line, _at, keywordEnd) {
    const text = line.text.slice(keywordEnd, Math.min(line.end, keywordEnd + 512));
    const found = /^(?:'[^']{1,256}'|"[^"]{1,256}"|[^\s:]{1,256}):[ \t]{1,4}(\S{4,128})/.exec(text);
    const value = found?.[1];
    if (found !== null && value !== undefined && !isMasked(value) && !isReference(value)) {
      const end = keywordEnd + found[0].length;
      line.mask('prompt', end - value.length, end);
    }
  },
};
