import { type HookCommand, type RunningHook, runHook } from '@harness/hook-runner';
import { RAW_TAIL_BYTES } from '../border/admit-tail.ts';
import { hideTerminals } from './terminal-fds.ts';

/** Runs a program of the operator's that is not a harness: a hook, a probe, a heartbeat. Its tail is raw. */
export type RunProgram = (
  command: Pick<HookCommand, 'argv' | 'cwd' | 'env' | 'stdin' | 'timeoutMs'>,
) => RunningHook;

/** @param outputPipe - Gives the pipe for what a program prints; default: pipes of Node's own. */
export function programRunner(outputPipe?: NonNullable<HookCommand['outputPipe']>): RunProgram {
  const daemons = {
    tailBytes: RAW_TAIL_BYTES,
    arrangeStdio: hideTerminals,
    ...(outputPipe === undefined ? {} : { outputPipe }),
  };
  return (command) => runHook({ ...command, ...daemons });
}
