import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, expect, it } from 'vitest';
import { readCorpus, scoreOf } from '../src/redaction/labelled-corpus.ts';

const CORPUS = [
  { text: 'a sesame b', secrets: ['sesame'], keep: ['a', 'b'] },
  { text: 'sesame oil', secrets: [], keep: [] },
];
const folder = mkdtempSync(join(tmpdir(), 'labelled-corpus-'));
afterAll(() => rmSync(folder, { recursive: true }));

it('reads one case a line, gzipped or not', () => {
  const lines = CORPUS.map((one) => `${JSON.stringify(one)}\n`).join('');
  writeFileSync(join(folder, 'plain.jsonl'), lines);
  writeFileSync(join(folder, 'packed.jsonl.gz'), gzipSync(lines));
  expect(readCorpus(join(folder, 'plain.jsonl'))).toEqual(CORPUS);
  expect(readCorpus(join(folder, 'packed.jsonl.gz'))).toEqual(CORPUS);
});

it.each([
  { masked: ['a * b', 'sesame oil'], missed: 0, spoilt: 0, what: 'nothing that is right' },
  { masked: ['a sesame b', 'sesame oil'], missed: 1, spoilt: 0, what: 'a secret that is left' },
  {
    masked: ['*', 'sesame oil'],
    missed: 1,
    spoilt: 0,
    what: 'a secret masked with its surroundings',
  },
  { masked: ['a * b', '* oil'], missed: 0, spoilt: 1, what: 'a look-alike that is changed' },
])('counts $what', ({ masked, missed, spoilt }) => {
  expect(scoreOf(CORPUS, masked)).toEqual({ missed, spoilt });
});
