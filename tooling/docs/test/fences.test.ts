import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as testkit from '@harness/testkit';
import { describe, expect, it } from 'vitest';
import { DOCUMENTS, type Fence, fencesOf, READMES, ROOT } from './documents.ts';

const OF_OPERATORS = /^(?:[A-Z]+|docs\/.*)\.md$/;

/** Where a kind of block may stand: there a test checks it. */
const CHECKED: Readonly<Record<string, RegExp>> = {
  // commands.test.ts and scripts.test.ts, and below
  sh: /./,
  // configuration.test.ts
  toml: OF_OPERATORS,
  json: OF_OPERATORS,
  // yaml.test.ts
  yaml: OF_OPERATORS,
  // the package's own readme.test.ts, and below
  ts: /^(?:packages|tooling\/testkit)\//,
  // what a program prints: quick-start.test.ts, events.test.ts, the package's own readme.test.ts
  text: /^(?:docs\/quick-start|docs\/events\/\w+|packages\/notify-core\/README)\.md$/,
  // Drawings, but for the configuration of a NATS server, which one reads in the tests of a fleet.
  '': /^(?:README|docs\/architecture|docs\/fleet)\.md$/,
};

const inReadmes = fencesOf(READMES);

it('has no kind of block that no test checks', () => {
  const all = [...fencesOf(DOCUMENTS), ...inReadmes];
  expect(all.length).toBeGreaterThan(100);
  expect(all.filter(({ file, lang }) => !CHECKED[lang]?.test(file))).toEqual([]);
});

describe('the README of a package', () => {
  const ofPackages = inReadmes.filter(({ file }) => file.startsWith('packages/'));

  it('installs that package, with what it wants beside it', () => {
    const installs = ofPackages.filter(({ lang }) => lang === 'sh');
    expect(installs.length).toBeGreaterThan(10);
    expect(installs.filter((fence) => !installable(fence).includes(fence.text))).toEqual([]);
  });

  it('has its example run by a test', () => {
    const examples = ofPackages.filter(({ lang }) => lang === 'ts');
    expect(examples.length).toBeGreaterThan(10);
    expect(
      examples.filter(({ file }) => !existsSync(join(ROOT, dirname(file), 'test/readme.test.ts'))),
    ).toEqual([]);
  });
});

it('the README of the testkit imports what the testkit has', () => {
  const [example] = inReadmes.filter(({ file }) => file === 'tooling/testkit/README.md');
  const [, names = ''] =
    /import \{ (.*) \} from '@harness\/testkit'/.exec(example?.text ?? '') ?? [];
  expect(names).not.toBe('');
  expect(names.split(', ').filter((name) => !(name in testkit))).toEqual([]);
});

function installable({ file }: Fence): readonly string[] {
  const { name, peerDependencies = {} }: { name: string; peerDependencies?: object } = JSON.parse(
    readFileSync(join(ROOT, dirname(file), 'package.json'), 'utf8'),
  );
  const words = [name, ...Object.keys(peerDependencies)].join(' ');
  return [`npm install ${words}`, `pnpm add ${words}`];
}
