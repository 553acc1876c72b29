import { DaemonDown, DaemonError } from '@harness/protocol';
import { FAILED, MISUSED } from './exit-code.ts';
import type { Failure } from './render/failure.ts';
import { tellFailure } from './tell-failure.ts';
import { UsageError } from './usage-error.ts';
import type { Call } from './verb.ts';

/** Says what a verb threw and gives the exit code. */
export function tellError(error: unknown, call: Call): number {
  tellFailure(failureOf(error), call);
  return error instanceof UsageError ? MISUSED : FAILED;
}

/** The facts of an error, as they stand in JSON. */
export function failureOf(error: unknown): Failure {
  if (error instanceof DaemonError) {
    const { code, message, hint, suggestions, problems } = error;
    return {
      code,
      message,
      ...(hint === undefined ? {} : { hint }),
      ...(suggestions.length === 0 ? {} : { suggestions }),
      ...(problems.length === 0 ? {} : { problems }),
    };
  }
  if (error instanceof DaemonDown) {
    return { code: error.code, message: error.message, hint: error.hint };
  }
  if (error instanceof UsageError) {
    return { code: 'usage', message: error.message };
  }
  return { code: 'internal', message: error instanceof Error ? error.message : String(error) };
}
