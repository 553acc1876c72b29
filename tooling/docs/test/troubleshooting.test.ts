import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { documentAt, ofType, ROOT } from './documents.ts';

/** Columns in which a page quotes what the program says. */
const QUOTING = ['it says', 'where it fails'];

/** Forms of a text, rather than the text. */
const FORMS = ['FILE:LINE:COLUMN: …', 'timeout', '\\|'];

const sources = ['apps/*/src/**/*.ts', 'packages/*/src/**/*.ts', 'bin/harness']
  .flatMap((pattern) => globSync(pattern, { cwd: ROOT }))
  .map((file) => readFileSync(join(ROOT, file), 'utf8'))
  .join('\n');

it('quotes only what the program says', () => {
  const quotes = ofType(documentAt('docs/troubleshooting.md').tokens, 'table')
    .filter(({ header }) => QUOTING.includes(header[0]?.text ?? ''))
    .flatMap(({ rows }) => rows.map(([cell]) => cell?.text ?? ''))
    .flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, quote = '']) => quote))
    .filter((quote) => !FORMS.includes(quote));
  expect(quotes.length).toBeGreaterThan(12);
  expect(
    quotes.filter((quote) => !quote.split(/ ?… ?/).every((part) => sources.includes(part))),
  ).toEqual([]);
});
