import type { LogRequest } from '@harness/protocol';
import { wholeNumber } from './whole-number.ts';

const DEFAULT_LINES = 200;
const MOST_LINES = 1_000_000;

/**
 * Reads which lines of a log are asked for.
 *
 * @throws {@link Refusal} `bad_request` says what is wrong.
 */
export function logRequestOf(query: URLSearchParams): LogRequest {
  const run = wholeNumber(query, 'run', { least: 1, most: Number.MAX_SAFE_INTEGER });
  return {
    lines: wholeNumber(query, 'lines', { least: 0, most: MOST_LINES }) ?? DEFAULT_LINES,
    follow: query.has('follow'),
    ...(run === undefined ? {} : { run }),
    ...(query.has('screen') ? { screen: true } : {}),
  };
}
