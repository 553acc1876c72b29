import { oneLine } from './safe-text.ts';

/** Why something did not work. */
export interface Failure {
  /** Stable and snake_case. */
  readonly code: string;
  readonly message: string;
  readonly hint?: string;
  readonly suggestions?: readonly string[];
  readonly problems?: readonly string[];
}

/** The message and its hint on one line, then each problem on a line of its own. */
export function renderFailure(failure: Failure): string {
  const { message, hint, suggestions = [], problems = [] } = failure;
  const near = suggestions.length === 0 ? [] : [`did you mean ${suggestions.join(' or ')}?`];
  const advice = [...near, ...(hint === undefined ? [] : [hint])].join('; ');
  const first = `harness: ${message}${advice === '' ? '' : `: ${advice}`}`;
  return [first, ...problems.map((problem) => `  ${problem}`)].map(oneLine).join('\n');
}
