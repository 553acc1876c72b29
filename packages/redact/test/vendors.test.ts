import { describe, expect, it } from 'vitest';
import { findSecrets, redact } from '../src/index.ts';
import { vendorTokens } from '../src/vendors/vendor-tokens.ts';
import { sample } from './samples.ts';

const rows = vendorTokens.flatMap((rule) => rule.prefixes.map((prefix) => ({ rule, prefix })));

describe('a vendor token is masked whole', () => {
  it.each(rows)('$rule.id: $prefix', ({ rule, prefix }) => {
    for (const seed of [3, 17, 40]) {
      const token = sample(rule, prefix, seed);
      expect(redact(`the value ${token} was used`), token).toBe('the value [REDACTED] was used');
    }
  });
});

describe('a vendor token is masked wherever it stands', () => {
  const frames: Record<string, [string, string]> = {
    'in a JSON string': ['{"type":"result","content":"', '\\n","ok":true}'],
    'in a JSON string within a JSON string': ['{"a":"{\\"v\\":\\"', '\\"}"}'],
    'behind an escaped line end': ['first line\\n', '\\nlast line'],
    'between colours': ['\u001b[1m', '\u001b[0m done'],
    'in a frame': ['│ ', ' │'],
    'in brackets': ["('", "', 'us-east-1')"],
    'percent-encoded behind an equals sign': ['next%3D', '%26page'],
  };
  const tokens = rows.filter(({ rule }) => rule.head === undefined && !rule.joins?.includes('%'));
  it.each(Object.entries(frames))('%s', (_name, [before, after]) => {
    for (const { rule, prefix } of tokens) {
      const token = sample(rule, prefix, 5);
      if (!/[^\w.-]/.test(token)) {
        expect(redact(before + token + after), rule.id).toBe(`${before}[REDACTED]${after}`);
      }
    }
  });
});

it('names the rule and the place, and never the secret', () => {
  const rule = vendorTokens.find((each) => each.id === 'github-token');
  const token = sample(rule ?? vendorTokens[0] ?? { id: '', prefixes: [], tail: '' }, 'ghp_', 9);
  expect(findSecrets(`use ${token}!`)).toEqual([
    { ruleId: 'github-token', start: 4, end: 4 + token.length },
  ]);
});
