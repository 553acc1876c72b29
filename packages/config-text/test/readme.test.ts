import { expect, it } from 'vitest';
import { z } from 'zod';
import { checkSchema, formatProblem, placeFindings, readToml } from '../src/index.ts';
import { duration } from '../src/schema.ts';

it('does what the README shows', () => {
  const schema = z.strictObject({ wait: duration({ from: '1s', to: '5m', example: '15s' }) });
  const document = readToml('wait = "15"\n', 'app.toml');
  const problems =
    document.kind === 'refused'
      ? document.problems
      : placeFindings(document, checkSchema(schema, document.value));
  expect(problems.map(formatProblem)).toEqual([
    'app.toml:1:8: wait = "15": must be a duration such as "15s" (units ns, us, ms, s, m, h); it has no unit',
  ]);
});
