import {
  checkSchema,
  formatProblem,
  type Problem,
  parseGoDuration,
  placeFindings,
  readToml,
} from '@harness/config-text';
import { duration } from '@harness/config-text/schema';
import { z } from 'zod';

const schema = z.strictObject({ wait: duration({ from: '1s', to: '5m', example: '15s' }) });

/** A table of one's own, with places for what is wrong in it. */
export function use(): unknown {
  const document = readToml('wait = "15"\n', 'app.toml');
  const problems: readonly Problem[] =
    document.kind === 'refused'
      ? document.problems
      : placeFindings(document, checkSchema(schema, document.value));
  return { problems: problems.map(formatProblem), reading: parseGoDuration('1h30m').kind };
}
