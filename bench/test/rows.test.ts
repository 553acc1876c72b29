import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROWS } from '../src/rows.ts';

it('says of every row what it asks', () => {
  const readme = readFileSync(join(import.meta.dirname, '../README.md'), 'utf8');
  const told = [...readme.matchAll(/^\| `([a-z-]+)` \| .* \| .* \|$/gm)].map(([, name]) => name);
  expect(told).toEqual(expect.arrayContaining([...ROWS.keys()]));
});
