import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { createRedactor, findSecrets, redact, redactValue } from '../src/index.ts';

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');

it('does what the README shows', () => {
  expect(redact('fetch https://bob:hunter2hunter2@git.example/x failed')).toBe(
    'fetch https://bob:[REDACTED]@git.example/x failed',
  );
  expect(redactValue({ host: 'db', dbPassword: 'tundra-copper44', max_tokens: 4096 })).toEqual({
    host: 'db',
    dbPassword: '[REDACTED]',
    max_tokens: 4096,
  });
  expect(findSecrets('DB_PASSWORD=tundra-copper44')).toEqual([
    { ruleId: 'assignment', start: 12, end: 27 },
  ]);
  const redactor = createRedactor({ known: ['a value from the environment'] });
  expect(redactor.write('half a line is held, ').length).toBe(0);
  expect(`${redactor.write('a whole one is given\n')}`).toBe(
    'half a line is held, a whole one is given\n',
  );
});

it('shows calls that stand in the README to the letter', () => {
  for (const shown of [
    "redact('fetch https://bob:hunter2hunter2@git.example/x failed')",
    "findSecrets('DB_PASSWORD=tundra-copper44')",
    "createRedactor({ known: ['a value from the environment'] })",
  ]) {
    expect(readme).toContain(shown);
  }
});
