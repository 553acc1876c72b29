import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ANY_NAME, insideOf, placesOf } from '../../src/config/watch-places.ts';

let folder = '';
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'places-')));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('is the file itself where no link is on the way', () => {
  writeFileSync(join(folder, 'a'), '');
  expect(placesOf(join(folder, 'a'))).toEqual([{ folder, name: 'a' }]);
});

it('is the first part that is missing', () => {
  expect(placesOf(join(folder, 'x', 'y', 'a'))).toEqual([{ folder, name: 'x' }]);
});

it('is each link on the way, those of folders included, and where they lead', () => {
  mkdirSync(join(folder, 'v1'));
  writeFileSync(join(folder, 'v1', 'a'), '');
  symlinkSync('v1', join(folder, 'now'));
  symlinkSync(join(folder, 'now', 'a'), join(folder, 'link'));
  expect(placesOf(join(folder, 'link'))).toEqual([
    { folder, name: 'link' },
    { folder, name: 'now' },
    { folder: join(folder, 'v1'), name: 'a' },
  ]);
});

it('ends with links that lead in a circle', () => {
  symlinkSync('b', join(folder, 'a'));
  symlinkSync('a', join(folder, 'b'));
  expect(placesOf(join(folder, 'a')).length).toBeLessThan(100);
});

it('is every name of a folder of drop-ins, and the folder itself', () => {
  mkdirSync(join(folder, 'd'));
  expect(insideOf(join(folder, 'd'))).toEqual([
    { folder, name: 'd' },
    { folder: join(folder, 'd'), name: ANY_NAME },
  ]);
});
