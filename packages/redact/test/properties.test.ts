import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import { findSpans } from '../src/find-spans.ts';
import { hintOf } from '../src/hint.ts';
import { createRedactor, findSecrets, redact } from '../src/index.ts';
import { initialState } from '../src/line-state.ts';
import { matchLine } from '../src/match-line.ts';
import { neighbourhoodOf } from '../src/neighbourhood.ts';
import { buildRuleSet } from '../src/rule-set.ts';
import { vendorTokens } from '../src/vendors/vendor-tokens.ts';
import { random, sample } from './samples.ts';

const secret = fc
  .tuple(
    fc.constantFrom(
      ...vendorTokens.flatMap((rule) => rule.prefixes.map((prefix) => ({ rule, prefix }))),
    ),
    fc.nat(1000),
  )
  .map(([{ rule, prefix }, seed]) => sample(rule, prefix, seed));
const name = fc.constantFrom(
  'password',
  'DB_PASSWORD',
  'api_key',
  'token',
  'clientSecret',
  'key',
  'auth',
  'Authorization',
  'cookie',
  'sig',
);
const glue = fc.constantFrom(
  '=',
  ': ',
  '="',
  '": "',
  "='",
  ' = ',
  ' ',
  '\n',
  '\\n',
  '\\"',
  '\\\\\\"',
  '"',
  "'",
  ',',
  ';',
  '&',
  '://',
  '@',
  ':',
  '-----BEGIN PRIVATE KEY-----',
  '-----END PRIVATE KEY-----',
  '\u001b[1m',
  '\u001b[0m',
  '\\u001b[0m',
  '│ ',
  '\r',
  '\t',
  '[REDACTED]',
  '${',
  '}',
  '{',
  '[',
  ']',
  '(',
  ')',
  '<',
  '>',
  'Bearer ',
  'curl -u ',
  '--',
  'kind: Secret',
  'data:',
  '  ',
  'password is ',
  '.',
  '/',
  '%',
  '\\',
  'apiVersion: v1',
  'eyJ',
  ':5432:',
  '***',
  'a://b:',
  '%3D',
  '%26',
  'session ',
  'login x ',
  '["curl","-u","',
  '","',
  'a:',
  'mysql -p',
  ' | sudo -S',
  'echo ',
  ' value="',
  'auth=("',
  ':$6$',
  '7z ',
);
const word = fc.constantFrom(
  'hello',
  'x',
  '12',
  'main.ts',
  random(20, 4),
  random(40, 5),
  random(64, 6),
  'tundra-copper44',
  'Bsf!AfsRVV9',
  'true',
  'null',
);
const text = fc
  .array(fc.oneof(secret, name, glue, glue, word, fc.string({ maxLength: 4 })), { maxLength: 24 })
  .map((parts) => parts.join(''));
vi.setConfig({ testTimeout: 120_000 });
const runs = { numRuns: 1000 };

it('masking twice is masking once', () => {
  fc.assert(
    fc.property(text, (input) => {
      const once = redact(input);
      expect(redact(once)).toBe(once);
    }),
    runs,
  );
});

it('a stream gives the same however it is cut', () => {
  fc.assert(
    fc.property(text, fc.array(fc.nat(200), { maxLength: 6 }), (input, cuts) => {
      const bytes = Buffer.from(input);
      const redactor = createRedactor();
      const places = [...cuts.map((cut) => cut % (bytes.length + 1)), bytes.length].sort(
        (a, b) => a - b,
      );
      const parts = places.map((place, index) =>
        Buffer.from(redactor.write(bytes.subarray(places[index - 1] ?? 0, place))),
      );
      expect(Buffer.concat([...parts, Buffer.from(redactor.end())]).toString()).toBe(
        redact(bytes.toString()),
      );
    }),
    runs,
  );
});

it('a valid JSON line stays one, with the same keys', () => {
  const json = fc.dictionary(
    fc.oneof(name, fc.string()),
    fc.oneof(
      text,
      fc.jsonValue(),
      text.map((inner) => JSON.stringify({ inner, token: inner })),
    ),
  );
  fc.assert(
    fc.property(json, (value) => {
      const line = JSON.stringify(value);
      const masked: unknown = JSON.parse(redact(line));
      expect(Object.keys(masked as object)).toEqual(Object.keys(JSON.parse(line) as object));
    }),
    runs,
  );
});

it('the prefilter passes over nothing that a rule would mask', () => {
  const rules = buildRuleSet({
    disabled: new Set(),
    extra: [],
    allow: new Set(),
    learn: false,
    wide: [],
  });
  const noHint = hintOf('', '', false);
  const everywhere = {
    ...rules,
    actions: rules.actions.map((list) => list.map((action) => ({ ...action, hint: noHint }))),
    neighbourhood: neighbourhoodOf(
      rules.neighbourhood.waiting.map((list) => list.map((one) => ({ ...one, hint: noHint }))),
    ),
  };
  fc.assert(
    fc.property(text, (input) => {
      const line = input.replaceAll('\n', ' ');
      const expected = matchLine(line, everywhere, initialState());
      expect(findSpans(line, rules).map(({ start, end }) => ({ start, end }))).toEqual(
        expected.map(({ start, end }) => ({ start, end })),
      );
    }),
    runs,
  );
});

it('nothing of a token is left, in whatever company', () => {
  fc.assert(
    fc.property(
      fc.array(word, { maxLength: 4 }),
      secret,
      fc.array(word, { maxLength: 4 }),
      (before, token, after) => {
        const masked = redact(`${before.join(' ')} ${token} ${after.join(' ')}`);
        for (let at = 0; at + 12 <= token.length; at++) {
          expect(masked).not.toContain(token.slice(at, at + 12));
        }
      },
    ),
    runs,
  );
});

it('never throws, and findings lie in order inside the text', () => {
  fc.assert(
    fc.property(fc.oneof(text, fc.string({ unit: 'binary' })), (input) => {
      let from = 0;
      for (const { start, end } of findSecrets(input)) {
        expect(start).toBeGreaterThanOrEqual(from);
        expect(end).toBeGreaterThan(start);
        from = end;
      }
      expect(from).toBeLessThanOrEqual(input.length);
    }),
    runs,
  );
});
