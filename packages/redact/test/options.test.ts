import { describe, expect, it } from 'vitest';
import { checkRule, createRedact, createRedactor, rules } from '../src/index.ts';
import { random } from './samples.ts';

const value = `${random(10, 5)}"${random(10, 6)}/é`;

describe('known values', () => {
  const { redact, createRedactor: stream } = createRedact({
    known: [value, 'short', 'пароль-длинный'],
  });
  it.each([
    ['as they are', value],
    ['percent-encoded', encodeURIComponent(value)],
    ['in base64', Buffer.from(value).toString('base64').replace(/=+$/, '')],
    ['in base64url', Buffer.from(value).toString('base64url')],
    ['in JSON', JSON.stringify(value).slice(1, -1)],
    ['in JSON within JSON', JSON.stringify(JSON.stringify(value)).slice(3, -3)],
    ['in letters beyond one byte', 'пароль-длинный'],
  ])('are masked %s', (_name, form) => {
    expect(redact(`a ${form} b`)).toBe('a [REDACTED] b');
    expect(stream().write(`a ${form} b\n`).toString()).toBe('a [REDACTED] b\n');
  });

  it('are ignored when they are shorter than 8 characters', () => {
    expect(redact('a short one')).toBe('a short one');
  });
});

it('never masks an allowed value', () => {
  const token = `ghp_${random(36, 1)}`;
  expect(createRedact({ allow: [token] }).redact(`x ${token} y`)).toBe(`x ${token} y`);
});

it('names the rule in the mask on request', () => {
  const { redact } = createRedact({ label: true });
  const once = redact(`x ghp_${random(36, 1)} y`);
  expect(once).toBe('x [REDACTED:github-token] y');
  expect(redact(once)).toBe(once);
});

it('leaves out a disabled rule, but never keys, headers and addresses', () => {
  const { redact } = createRedact({ disable: ['ntfy-token', 'url-userinfo'] });
  expect(redact(`tk_${'a1b2c3d4'.repeat(4)}`)).toContain('a1b2c3d4');
  expect(redact('https://a:b3c4d5@host.example/')).toBe('https://a:[REDACTED]@host.example/');
});

it('masks a learned value where it comes back, in a text and in a stream', () => {
  const secret = 'tundra-copper-44';
  const { redact } = createRedact({ learn: true });
  expect(redact(`DB_PASSWORD=${secret}\nconnecting with ${secret} now`)).toBe(
    'DB_PASSWORD=[REDACTED]\nconnecting with [REDACTED] now',
  );
  const redactor = createRedactor({ learn: true });
  redactor.write(`DB_PASSWORD=${secret}\n`);
  expect(`${redactor.write(`again ${secret}\n`)}`).toBe('again [REDACTED]\n');
});

it('runs custom rules near their keywords', () => {
  const { redact } = createRedact({
    rules: [{ id: 'badge', keywords: ['badge'], pattern: 'badge no (\\d+)' }],
  });
  expect(redact('badge no 1234567 of 3')).toBe('badge no [REDACTED] of 3');
  expect(redact('no 1234567')).toBe('no 1234567');
});

describe('the label of a custom rule', () => {
  const badge = {
    id: 'badge',
    keywords: ['badge'],
    pattern: 'badge no (\\d+)',
    label: 'staff.badge',
  };

  it('stands in the masks of that rule alone', () => {
    const { redact, createRedactor: stream } = createRedact({ rules: [badge] });
    const text = 'badge no 1234567, PASSWORD=tundra-copper44\n';
    const masked = 'badge no [REDACTED:staff.badge], PASSWORD=[REDACTED]\n';
    expect(redact(text)).toBe(masked);
    expect(redact(masked)).toBe(masked);
    expect(`${stream().write(text)}`).toBe(masked);
    expect(redact(JSON.stringify({ text: 'badge no 7654321' }))).toBe(
      '{"text":"badge no [REDACTED:staff.badge]"}',
    );
  });

  it('goes before the id where masks name their rules', () => {
    const { redact } = createRedact({ rules: [badge], label: true });
    expect(redact('badge no 1234567, PASSWORD=tundra-copper44')).toBe(
      'badge no [REDACTED:staff.badge], PASSWORD=[REDACTED:assignment]',
    );
  });

  it.each(['', 'a]', 'a "quote"', 'a\\', 'é', 'a'.repeat(65)])(
    'is refused when it is %j',
    (label) => {
      expect(checkRule({ ...badge, label })).toContain('label');
      expect(() => createRedact({ rules: [{ ...badge, label }] })).toThrow(/badge: label/);
    },
  );
});

describe('a custom rule is refused', () => {
  const patterns: Record<string, string> = {
    '(a+)+b': 'a repetition inside a repetition',
    'x*x*y': 'two repetitions side by side',
    'a+b?a+c': 'two repetitions side by side',
    '(?:a|ab)+c': 'a repetition inside a repetition',
    '(?:ab|ac)+d': 'begin alike',
    '(x)\\1': 'back-references',
    '(?=x)y': 'look-arounds',
    '[a-z': 'pattern:',
    'a*': 'empty text',
    '(?:[a-z]{100}){100}': 'more than 1024',
  };
  it.each(Object.entries(patterns))('%s: %s', (pattern, reason) => {
    expect(checkRule({ id: 'mine', keywords: ['abc'], pattern })).toContain(reason);
  });

  it('for its id, its keywords, its length', () => {
    const rule = { id: 'mine', keywords: ['abc'], pattern: 'abc\\d{4}' };
    expect(checkRule(rule)).toBeUndefined();
    expect(checkRule({ ...rule, id: 'No good' })).toContain('id');
    expect(checkRule({ ...rule, keywords: ['ab'] })).toContain('keyword');
    expect(checkRule({ ...rule, keywords: [] })).toContain('keywords');
    expect(checkRule({ ...rule, pattern: 'a'.repeat(513) })).toContain('512');
    expect(() => createRedact({ rules: [{ ...rule, pattern: '(a+)+' }] })).toThrow(/mine/);
  });

  it('but ordinary token patterns are taken', () => {
    for (const pattern of [
      'acme_[A-Za-z0-9_-]{20,}',
      '\\bACME-[0-9a-f]+\\b',
      'id=(?<value>[^\\s;]+);',
      'a(?:b|c)d+',
      '[A-Z]{2}\\d{6,8}',
    ]) {
      expect(checkRule({ id: 'mine', keywords: ['acme'], pattern })).toBeUndefined();
    }
  });
});

it('says of every token where its shape comes from, and when that was looked at', () => {
  const today = new Date().toISOString().slice(0, 10);
  for (const { id, source = '', reviewed = '' } of rules.filter(({ kind }) => kind === 'token')) {
    expect(source, id).toMatch(/^\S.{10,}\S$/);
    expect(reviewed, id).toMatch(/^\d{4}-\d{2}-\d{2}$/);
    expect(new Date(reviewed).toISOString().slice(0, 10), id).toBe(reviewed);
    expect(reviewed <= today, `${id} was reviewed on ${reviewed}`).toBe(true);
  }
});

it('lists its rules, frozen', () => {
  expect(rules.length).toBeGreaterThan(125);
  expect(Object.isFrozen(rules) && Object.isFrozen(rules[0])).toBe(true);
});
