import { describe, expect, it } from 'vitest';
import { filesBelow, textOf } from './repository.ts';

const TEXT = /\.(ts|mjs|json|ya?ml|md|toml|sh|service|plist)$|^bin\/|^\.ci\/|Dockerfile/;

const [, pinned = '']: readonly string[] = JSON.parse(textOf('package.json')).packageManager.split(
  '@',
);

describe('what no file of the repository holds', () => {
  const files = filesBelow('.').filter(
    (file) => TEXT.test(file) && !file.includes('/test/fixtures/'),
  );

  it('looks at all of it', () => {
    expect(files.length).toBeGreaterThan(100);
  });

  it.each([
    { what: 'a path of the machine that it was written on', pattern: /\/work\/(main|shared)\b/ },
    { what: "a registry's host in the lockfile", pattern: /tarball: https?:|registry: https?:/ },
    { what: 'work left for later', pattern: /\b(TODO|FIXME|XXX):?\s/ },
    {
      what: 'another release of pnpm than the pinned one',
      pattern: new RegExp(`pnpm@(?!${pinned.replaceAll('.', '\\.')}\\b)\\d`),
    },
    { what: 'a test that does not run', pattern: /\b(it|test|describe)\.(only|todo|fails)\(/ },
  ])('is $what', ({ pattern }) => {
    const self = 'tooling/house/test/repository-text.test.ts';
    expect(files.filter((file) => file !== self && pattern.test(textOf(file)))).toEqual([]);
  });
});
