import { RUN_OUTCOMES, type RunsRequest } from '@harness/protocol';
import { Refusal } from './refusal.ts';
import { wholeNumber } from './whole-number.ts';

const DEFAULT_LIMIT = 20;
const MOST_RUNS = 10_000;

/**
 * Reads which runs are asked for.
 *
 * @throws {@link Refusal} `bad_request` says what is wrong.
 */
export function runsRequestOf(query: URLSearchParams): RunsRequest {
  const harness = query.get('harness');
  const outcome = query.get('outcome');
  const known = RUN_OUTCOMES.find((one) => one === outcome);
  if (outcome !== null && known === undefined) {
    throw new Refusal('bad_request', `outcome takes one of ${RUN_OUTCOMES.join(', ')}`);
  }
  return {
    limit: wholeNumber(query, 'limit', { least: 1, most: MOST_RUNS }) ?? DEFAULT_LIMIT,
    ...(harness === null ? {} : { harness }),
    ...(known === undefined ? {} : { outcome: known }),
  };
}
