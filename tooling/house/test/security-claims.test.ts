import { expect, it } from 'vitest';
import { textOf } from './repository.ts';

/** One bullet of SECURITY.md: what it claims, and the tests under it. */
interface Claim {
  readonly text: string;
  readonly tests: readonly { readonly file: string; readonly title: string }[];
}

const CLAIMS = claimsOf(textOf('SECURITY.md'));

it('names claims', () => {
  expect(CLAIMS.length).toBeGreaterThan(10);
});

it.each(CLAIMS)('keeps a test of: $text', ({ tests }) => {
  expect(tests.length).toBeGreaterThan(0);
  for (const { file, title } of tests) {
    expect(textOf(file), `${file} has no test «${title}»`).toContain(title);
  }
});

function claimsOf(page: string): readonly Claim[] {
  const claims = page.slice(page.indexOf('## Claims'));
  return claims
    .split(/^- /m)
    .slice(1)
    .map((bullet) => ({
      text: bullet.split('\n', 1)[0] ?? '',
      tests: [...bullet.matchAll(/^ {2}`([^`]+\.test\.ts)`: (.+)$/gm)].map(
        ([, file = '', title = '']) => ({ file, title }),
      ),
    }));
}
