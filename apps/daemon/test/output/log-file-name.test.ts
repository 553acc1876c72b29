import { basename, join } from 'node:path';
import { expect, it } from 'vitest';
import { logFileName } from '../../src/output/log-file-name.ts';

const NAMES = [
  'a',
  'a/b',
  'a%2Fb',
  'a.b',
  'a b',
  '..',
  '../a',
  '/a',
  'a.log',
  'a.log.1',
  '\u00e9',
  '\ud800',
];

it('gives every name a file of its own', () => {
  expect(new Set(NAMES.map(logFileName)).size).toBe(NAMES.length);
});

it.each(NAMES)('keeps %j inside the folder', (name) => {
  const file = logFileName(name);
  expect(basename(join('/logs', file))).toBe(file);
  expect(join('/logs', file)).toBe(`/logs/${file}`);
});
