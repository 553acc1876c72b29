import { expect, it } from 'vitest';
import { placeFindings, readToml } from '../src/index.ts';

it('says a finding in one line without control characters, whatever its sentence repeats', () => {
  const document = readToml('a = "x"\n', 'f.toml');
  const sentence = 'must not be\n\u001b[1m\0';
  expect(
    document.kind === 'document' &&
      placeFindings(document, [{ path: ['a'], code: 'wrong_value', sentence }]),
  ).toMatchObject([{ message: 'a = "x": must not be\ufffd\ufffd[1m\ufffd' }]);
});
