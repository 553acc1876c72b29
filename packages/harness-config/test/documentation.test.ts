import { readFile } from 'node:fs/promises';
import { keysAt } from '@harness/config-text';
import { beforeAll, describe, expect, it } from 'vitest';
import { globalFile } from '../src/tables/files.ts';
import { linesOf } from './config-text.ts';

let text = '';
beforeAll(async () => {
  text = await readFile(new URL('../../../docs/configuration.md', import.meta.url), 'utf8');
});

const TABLES: [string, (string | number)[], string][] = [
  ['## `[notify]`', ['notify'], ''],
  ['## `[harness.<name>]`', ['harness', 'x'], ''],
  ['## `[profile.<name>]`', ['profile', 'x'], ''],
  ['## `[daemon]`', ['daemon'], ''],
  ['## `[server]`', ['server'], ''],
  ['## `[redact]`', ['redact'], ''],
  ['## `[redact]`', ['redact', 'rule', 0], 'rule.'],
];

const rowsUnder = (heading: string): string[] =>
  [...(text.split(`${heading}\n`)[1]?.split('\n## ')[0] ?? '').matchAll(/^\| `([a-z_.]+)`/gm)].map(
    ([, key]) => key ?? '',
  );

describe('the documentation', () => {
  it.each(TABLES)('under %s has a row for every key of %j', (heading, path, prefix) => {
    const keys = keysAt(globalFile, path).map((key) => `${prefix}${key}`);
    expect(keys.length).toBeGreaterThan(1);
    expect(rowsUnder(heading)).toEqual(expect.arrayContaining(keys));
  });

  it('has no row for a key that is gone', () => {
    const known = TABLES.flatMap(([, path, prefix]) =>
      keysAt(globalFile, path).map((key) => `${prefix}${key}`),
    );
    for (const [heading] of TABLES) {
      expect(known).toEqual(expect.arrayContaining(rowsUnder(heading)));
    }
  });

  it('has examples that hold, apart from drop-ins and harnesses of other examples', () => {
    const examples = [...text.matchAll(/```toml\n(.*?)```/gs)].map(([, example]) => example ?? '');
    expect(examples.length).toBeGreaterThan(5);
    for (const example of examples) {
      expect(linesOf(example).filter((line) => !line.includes('is no harness'))).toEqual([]);
    }
  });
});
