import { DaemonDown, DaemonError } from '@harness/protocol';
import { FAILED, MISUSED } from './exit-code.ts';
import { type Failure, renderFailure } from './render/failure.ts';
import { UsageError } from './usage-error.ts';
import { type Call, flagOption } from './verb.ts';

/** Says what a verb threw, on stderr and with `--json` as an object on stdout; gives the exit code. */
export function tellError(error: unknown, call: Call): number {
  const failure = failureOf(error);
  call.console.err(renderFailure(failure));
  if (flagOption(call, 'json')) {
    call.console.out(JSON.stringify({ error: failure }));
  }
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
