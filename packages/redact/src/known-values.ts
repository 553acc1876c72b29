import { base64Of } from './base64.ts';
import { latin1Of, utf8Of } from './bytes.ts';
import { lowerAscii } from './keyword-automaton.ts';
import type { ContextRule } from './rule.ts';
import { INNER_QUOTES } from './value.ts';
import { viewOf } from './view.ts';

const SHORTEST = 8;
const KEYWORD_LENGTH = 8;

/** What known values become: a rule for the forms that have a keyword, and the forms that must be searched for whole. */
export interface KnownValues {
  readonly rule: ContextRule;
  readonly wide: readonly string[];
}

/** Makes ready to mask each of `values` wherever it stands. Values shorter than 8 characters are left out. */
export function knownValues(values: readonly string[]): KnownValues {
  const forms = [...new Set(values.flatMap(knownForms))];
  return {
    rule: knownRule(forms.filter((form) => keywordOffset(form) >= 0)),
    wide: forms.filter((form) => keywordOffset(form) < 0),
  };
}

function knownRule(forms: readonly string[]): ContextRule {
  const byKeyword = new Map<string, { form: string; offset: number }[]>();
  for (const form of forms) {
    const offset = keywordOffset(form);
    const keyword = lowerAscii(form.slice(offset, offset + KEYWORD_LENGTH));
    byKeyword.set(keyword, [...(byKeyword.get(keyword) ?? []), { form, offset }]);
  }
  return {
    id: 'known-value',
    keywords: [...byKeyword.keys()],
    match(line, at, keywordEnd) {
      for (const { form, offset } of byKeyword.get(lowerAscii(line.text.slice(at, keywordEnd))) ??
        []) {
        if (line.text.startsWith(form, at - offset)) {
          line.mask('known-value', at - offset, at - offset + form.length);
        }
      }
    },
  };
}

/** The value itself, percent-encoded, and in base64 and base64url without padding. */
export function encodedForms(value: string): string[] {
  const base64 = base64Of(utf8Of(value)).replace(/=+$/, '');
  return [value, percentEncoded(value), base64, base64.replaceAll('+', '-').replaceAll('/', '_')];
}

function knownForms(value: string): string[] {
  if (value.length < SHORTEST) {
    return [];
  }
  // A stream reads bytes: letters beyond ASCII have another form there.
  const written = encodedForms(value).flatMap((form) => [form, bytewise(form)]);
  const read = [value, bytewise(value)].flatMap(decodedForms);
  return [...written, ...read].filter((form) => form.length >= SHORTEST && !/[\r\n]/.test(form));
}

/** Rules read decoded lines: a value with line ends is several there, and its quotes tell how deep they are nested. */
function decodedForms(value: string): string[] {
  const parts = viewOf(value).text.split(/[\r\n]/);
  return parts.flatMap((part) => [
    part,
    ...[...INNER_QUOTES].map((quote) => part.replaceAll('"', quote)),
  ]);
}

function percentEncoded(value: string): string {
  // encodeURIComponent refuses half a surrogate pair; such a value has no percent form.
  return /\p{Cs}/u.test(value) ? value : encodeURIComponent(value);
}

function bytewise(form: string): string {
  const bytes = utf8Of(form);
  return latin1Of(bytes, 0, bytes.length);
}

/** Where the first stretch begins that the automaton can find; -1: nowhere, since its letters are beyond one byte. */
function keywordOffset(form: string): number {
  return form.search(/[ -\xff]{8}/);
}
