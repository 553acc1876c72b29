import { BLANK, evenLength, isIn } from '../characters.ts';
import type { Line } from '../line.ts';
import type { ContextRule } from '../rule.ts';
import { looksRandom } from '../token-look.ts';
import { isQuote, readValue } from '../value.ts';
import { isMasked, isPattern, isPlain, isReference, isWordy } from '../value-guard.ts';

const SCHEME =
  /(?:Bearer|Basic|Token|Digest|Negotiate|NTLM|ApiKey|Api-Key|Key|GenieKey|SSWS|Splunk|DPoP|OAuth|Apikey|Bot|PRIVATE-TOKEN|Zoho-oauthtoken|KakaoAK|Signature|AccessToken|JWT|Hawk|HMAC(?:-SHA256)?|AWS4-HMAC-SHA256|SharedAccessSignature|Client-ID|sso-key|token)[ \t]{1,8}/iy;
const AFTER_NAME =
  /\\?["'\uf8f1-\uf8f3`]?[\])]{0,2}[ \t]{0,8}(?:=>|[:=,]|%3A)[ \t]{0,16}[[({]{0,2}\\?["'\uf8f1-\uf8f3`]?[ \t]{0,2}/iy;

/** `Authorization` and its kin: any scheme, any notation. */
export const authorization: ContextRule = {
  id: 'header',
  keywords: ['authorization'],
  follow: '[^\\r\\n]{2}',
  match(line, _at, keywordEnd) {
    AFTER_NAME.lastIndex = keywordEnd;
    const separator = AFTER_NAME.exec(line.text);
    if (separator !== null && !isJsonNumber(separator[0])) {
      maskCredential(line, keywordEnd + separator[0].length);
    }
  },
};

/** `Bearer x` and `Basic x` without a header name. */
export const bareScheme: ContextRule = {
  id: 'header',
  keywords: ['bearer ', 'basic ', 'bearer%20', 'bearer+', 'bearer='],
  follow: '[A-Za-z0-9._~+/=%-]{12}',
  match(line, _at, keywordEnd) {
    const end = line.wideEnd(keywordEnd);
    const text = line.text.slice(keywordEnd, Math.min(end, keywordEnd + 256));
    if (text.length >= 12 && /\d/.test(text) && looksRandom(text) && !isPattern(text)) {
      line.mask('header', keywordEnd, end);
    }
  },
};

/** A list of names and values in turn, as `rawHeaders` prints it, and header names that hold a secret whole. */
export const namedHeader: ContextRule = {
  id: 'header',
  keywords: ['-token', '-key', '-auth', '-secret', 'cookie'],
  follow: '["\'][^\\r\\n]{7}',
  match(line, _at, keywordEnd) {
    const pair = /^(["'])[ \t]{0,2},[ \t]{0,4}\1/.exec(
      line.text.slice(keywordEnd, keywordEnd + 10),
    );
    if (pair !== null) {
      const value = readValue(line, keywordEnd + pair[0].length - 1);
      const text = line.text.slice(value.start, value.end);
      if (looksRandom(text) && !isReference(text)) {
        line.mask('header', value.start, value.end);
      }
    }
  },
};

/** Behind a name in double quotes, only a quoted value is text: a mask in place of a bare one would break JSON. */
function isJsonNumber(separator: string): boolean {
  return (
    /^\\?["\uf8f1-\uf8f3]/.test(separator) &&
    separator.includes(':') &&
    !/["'`\uf8f1-\uf8f3][ \t]{0,2}$/.test(separator)
  );
}

function maskCredential(line: Line, at: number): void {
  const from = pastScheme(line, at);
  const rest = line.text.slice(from, Math.min(line.end, from + 64));
  if (/^\w+="?[^\s"'=,;)\]}]/i.test(rest) && from > at) {
    maskParameters(line, from);
    return;
  }
  const end = credentialEnd(line, from);
  const text = line.text.slice(from, end);
  if (text === '' || isMasked(text) || isReference(text) || isPattern(text) || isPlain(text)) {
    return;
  }
  if (
    from > at ? !isWordy(text) || evenLength(text) >= 12 : evenLength(text) >= 8 && !isWordy(text)
  ) {
    line.mask('header', from, end);
  }
}

function pastScheme(line: Line, at: number): number {
  SCHEME.lastIndex = at;
  const scheme = SCHEME.exec(line.text);
  if (scheme !== null) {
    return at + scheme[0].length;
  }
  return at;
}

/** Digest and AWS signatures: only the parts that prove something are secret. */
function maskParameters(line: Line, from: number): void {
  const text = line.text.slice(from, Math.min(line.end, from + 2048));
  for (const part of text.matchAll(
    /\b(Signature|response|nonce|cnonce|mac|oauth_token|oauth_signature|sig|token)=("?)([^\s",]{8,})/gi,
  )) {
    const start = from + part.index + (part[1]?.length ?? 0) + 1 + (part[2]?.length ?? 0);
    if (!isMasked(part[3] ?? '')) {
      line.mask('header', start, start + (part[3]?.length ?? 0));
    }
  }
}

function credentialEnd(line: Line, from: number): number {
  let end = from;
  while (end < line.end) {
    const character = line.text.charAt(end);
    if (
      isIn(line.text.charCodeAt(end), BLANK) ||
      character < ' ' ||
      isQuote(character) ||
      '<>,;)]}'.includes(character) ||
      character === '&'
    ) {
      break;
    }
    end++;
  }
  return end;
}
