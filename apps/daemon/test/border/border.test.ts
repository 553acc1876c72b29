import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { admitCutText } from '../../src/border/cut-text.ts';
import type { RunBorder } from '../../src/border/run-border.ts';
import { secretValues } from '../../src/border/secret-values.ts';
import { type BorderRules, createBorder } from '../../src/border.ts';
import { leaks, PLANTED, privateKey, random } from './planted.ts';

const NO_RULES: BorderRules = { rules: [], allow: [], disable: [], known: [] };
const BADGE = { id: 'badge', keywords: ['badge'], pattern: 'badge no (\\d{6,10})' };
const WORD = 'quietly-humming-heron';

describe('a single text', () => {
  it.each(PLANTED)('is admitted without $kind', ({ line, secrets }) => {
    const admitted = createBorder({}).admit(line);
    expect(admitted).toContain('[REDACTED]');
    for (const secret of secrets) {
      expect(admitted).not.toContain(secret);
    }
  });

  it('is masked wherever it repeats what it gave away once', () => {
    const { admit } = createBorder({});
    expect(admit(`password=${random(16, 1)} refused; tried ${random(16, 1)} again`)).toBe(
      'password=[REDACTED] refused; tried [REDACTED] again',
    );
    expect(admit(`tried ${random(16, 1)} again`)).toContain(random(16, 1));
  });

  it('stays JSON when it was a line of JSON', () => {
    const { admit } = createBorder({});
    for (const { line } of PLANTED) {
      const entry = JSON.parse(admit(JSON.stringify({ level: 'error', err: { message: line } })));
      expect(leaks(JSON.stringify(entry))).toEqual([]);
      expect(Object.keys(entry.err)).toEqual(['message']);
    }
  });
});

describe('values that the daemon knows', () => {
  const SECRET = { SERVICE_PASSWORD: WORD };

  it('are those of its own environment, from the start', () => {
    const border = createBorder(SECRET);
    expect(border.admit(`it said ${WORD}.`)).toBe('it said [REDACTED].');
    expect(output(border.forRun({}), [`it said ${WORD}.\n`])).toBe('it said [REDACTED].\n');
  });

  it('are those of an environment that was learned, from then on, in runs those of the run', () => {
    const border = createBorder({});
    expect(border.admit(`it said ${WORD}.`)).toContain(WORD);
    const run = border.forRun(SECRET);
    expect(border.admit(`it said ${WORD}.`)).toBe('it said [REDACTED].');
    expect(output(run, [`it said ${WORD.slice(0, 9)}`, `${WORD.slice(9)}.\n`])).toBe(
      'it said [REDACTED].\n',
    );
    expect(output(border.forRun({}), [`${WORD}\n`])).toContain(WORD);
  });

  it.each([
    [
      'percent-encoded',
      encodeURIComponent('tiny&secret value'),
      { APP_SECRET: 'tiny&secret value' },
    ],
    ['in base64', Buffer.from(WORD).toString('base64'), SECRET],
    ['of a name that [redact] lists', WORD, { ACME_BADGE: WORD }],
    ['inside an address', WORD, { DATABASE_URL: `postgres://app:${WORD}@db/app` }],
  ])('are masked %s', (_, printed, variables) => {
    const border = createBorder({});
    border.reconfigure({ ...NO_RULES, known: ['ACME_BADGE'] });
    border.learn(variables);
    expect(border.admit(`<${printed}>`)).toBe('<[REDACTED]>');
  });

  it('are many', () => {
    const border = createBorder({});
    for (let count = 0; count < 100; count += 1) {
      border.learn({ TOKEN: random(20, count) + count });
    }
    for (const count of [0, 15, 16, 17, 99]) {
      expect(border.admit(`a ${random(20, count)}${count} b`)).toBe('a [REDACTED] b');
    }
  });

  it.each([
    { name: 'shorter than 8 characters', variables: { APP_PASSWORD: 'sesame7' } },
    { name: 'references', variables: { APP_PASSWORD: '$' + '{VAULT_PASSWORD}' } },
    { name: 'under other names', variables: { HOME: '/home/somebody', LANG: 'en_GB.UTF-8' } },
    { name: 'allowed', variables: { APP_PASSWORD: 'allowed-by-hand' } },
    { name: 'not set', variables: { APP_PASSWORD: undefined } },
  ])('are not those $name', ({ variables }) => {
    expect(secretValues(variables, { known: [], allow: ['allowed-by-hand'] })).toEqual([]);
  });
});

describe('the rules of [redact]', () => {
  it('are taken in, and given up', () => {
    const border = createBorder({});
    border.reconfigure({ ...NO_RULES, rules: [BADGE] });
    expect(border.admit('badge no 1234567')).toBe('badge no [REDACTED]');
    border.reconfigure(NO_RULES);
    expect(border.admit('badge no 1234567')).toBe('badge no 1234567');
  });

  it('say their label in the mask, in single texts and in runs', () => {
    const border = createBorder({});
    border.reconfigure({ ...NO_RULES, rules: [{ ...BADGE, label: 'staff' }] });
    expect(border.admit('badge no 1234567')).toBe('badge no [REDACTED:staff]');
    expect(output(border.forRun({}), ['badge no 1234567\n'])).toBe('badge no [REDACTED:staff]\n');
    border.reconfigure({ ...NO_RULES, rules: [{ ...BADGE, label: 'guest' }] });
    expect(border.admit('badge no 1234567')).toBe('badge no [REDACTED:guest]');
  });

  it('keep what is allowed and leave out what is disabled', () => {
    const border = createBorder({});
    const [github, , gitlab] = PLANTED;
    border.reconfigure({
      ...NO_RULES,
      allow: [...(github?.secrets ?? [])],
      disable: ['gitlab-token'],
    });
    expect(border.admit(String(github?.line))).toBe(github?.line);
    expect(border.admit(String(gitlab?.line))).toContain('using');
  });

  it('are refused when they cannot be run, and the old ones stay', () => {
    const border = createBorder({});
    border.reconfigure({ ...NO_RULES, rules: [BADGE] });
    expect(() =>
      border.reconfigure({ ...NO_RULES, rules: [{ ...BADGE, pattern: '(a+)+' }] }),
    ).toThrow(RangeError);
    expect(border.admit('badge no 1234567')).toBe('badge no [REDACTED]');
  });

  it('come to a run that is up at once, which forgets nothing of the key that it is inside of', () => {
    const border = createBorder({});
    const run = border.forRun({});
    const { line, secrets } = privateKey(30);
    const half = line.indexOf(String(secrets[3]));
    const written = [run.write(line.slice(0, half))];
    border.reconfigure({ ...NO_RULES, rules: [BADGE] });
    written.push(run.write(`${line.slice(half)}\nbadge no 1234567\n`));
    border.reconfigure({ ...NO_RULES, rules: [{ ...BADGE, pattern: 'badge of (\\w{4,9})' }] });
    written.push(run.write('badge of honour\n'), run.end());
    const text = Buffer.concat(written).toString();
    expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
    expect(text).toContain('badge no [REDACTED]\nbadge of [REDACTED]\n');
  });
});

describe('the output of a run', () => {
  it('is masked the same wherever it is cut', async () => {
    const lines = PLANTED.map(({ line }) => `\u001b[1m${line}\u001b[0m`).join('\n');
    const text = `before\n${lines}\nafter\nhalf a line`;
    const whole = output(createBorder({ SERVICE_PASSWORD: WORD }).forRun({}), [text]);
    expect(leaks(whole)).toEqual([]);
    await fc.assert(
      fc.property(fc.array(fc.nat(text.length), { maxLength: 30 }), (cuts) => {
        const places = [0, ...cuts.toSorted((a, b) => a - b), text.length];
        const pieces = places.slice(1).map((end, index) => text.slice(places[index], end));
        const run = createBorder({}).forRun({ SERVICE_PASSWORD: WORD });
        expect(output(run, pieces)).toBe(whole);
      }),
      { numRuns: 50 },
    );
  });

  it('shows a prompt up to the last separator, and goes on with the same line', () => {
    const run = createBorder({}).forRun({ SERVICE_PASSWORD: WORD });
    const shown: string[] = [];
    const show = (text: string): void => {
      shown.push(Buffer.concat([run.write(text), run.idle()]).toString());
    };
    show('Enter password: ');
    show(WORD.slice(0, 10));
    show(WORD.slice(10));
    shown.push(Buffer.from(run.write(' ok\n')).toString());
    expect(shown).toEqual(['Enter password: ', '', '', '[REDACTED] ok\n']);
  });
});

describe('a text that was cut at its front', () => {
  const { admit } = createBorder({});
  const { line, secrets } = privateKey(50);

  it.each([1, 2, 3, 4, 5])('may begin in line %i of a key', (number) => {
    const rest = line.split('\n').slice(number);
    for (const cut of [0, 20]) {
      const text = `${String(rest[0]).slice(cut)}\n${rest.slice(1).join('\n')}\nafter it`;
      const admitted = admitCutText(text, admit);
      expect(secrets.filter((secret) => admitted.includes(secret.slice(20)))).toEqual([]);
      expect(admitted).toMatch(/\nafter it$/);
    }
  });

  it('may break off before the end of the key', () => {
    const admitted = admitCutText(secrets.slice(2).join('\n'), admit);
    expect(secrets.filter((secret) => admitted.includes(secret))).toEqual([]);
  });

  it.each([
    'plain words\nand more of them',
    `${'0123456789abcdef'.repeat(4)}  file.txt\n`,
    `${'0123456789abcdef'.repeat(4)}`,
    '/home/somebody/projects/something/else/deeper/and/deeper/still/x',
    '',
  ])('is left alone: %j', (text) => {
    expect(admitCutText(text, admit)).toBe(text);
  });
});

function output(run: RunBorder, pieces: readonly string[]): string {
  return Buffer.concat([...pieces.map((piece) => run.write(piece)), run.end()]).toString();
}
