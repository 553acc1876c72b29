import { constants } from 'node:os';
import type { ExitView, RunView } from '@harness/protocol';
import { DONE, FAILED, SKIPPED, TIMED_OUT } from './exit-code.ts';

const NOT_STARTED = 127;
const SIGNALLED = 128;

/** The exit code of a command that waited for a run: the run's own, as a shell tells it. */
export function runExitCode({ outcome, exit }: Pick<RunView, 'exit' | 'outcome'>): number {
  switch (outcome) {
    case 'success':
      return DONE;
    case 'timed_out':
      return TIMED_OUT;
    case 'skipped':
    case 'missed':
    case 'quota_parked':
      return SKIPPED;
    default:
      // A run that did not go to its end has not succeeded, whatever its program said.
      return (exit === undefined ? FAILED : ownCode(exit)) || FAILED;
  }
}

function ownCode({ code, signal, reason }: ExitView): number {
  if (reason !== undefined) {
    return NOT_STARTED;
  }
  const [, number] = Object.entries(constants.signals).find(([name]) => name === signal) ?? [];
  return number === undefined ? (code ?? FAILED) : SIGNALLED + number;
}
