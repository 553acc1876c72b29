import { expect, it } from 'vitest';
import * as codes from '../../../apps/cli/src/exit-code.ts';
import { documentAt, ofType, rowsOf } from './documents.ts';

it('explains every exit code that the command line has, and no other', () => {
  const tables = ofType(documentAt('docs/commands.md').tokens, 'table');
  const table = tables.find(({ header }) => header[0]?.text === 'code');
  const explained = table === undefined ? [] : rowsOf(table).map(([code]) => Number(code));
  expect(explained).toEqual(Object.values(codes).toSorted((one, other) => one - other));
});
