import { type HookCommand, type RunningHook, runHook } from '@harness/hook-runner';
import { RAW_TAIL_BYTES } from '../border/admit-tail.ts';
import { hideTerminals } from './terminal-fds.ts';

/** Runs a program of the operator's that is not a harness: a hook, a probe, a heartbeat. Its tail is raw. */
export type RunProgram = (
  command: Pick<HookCommand, 'argv' | 'cwd' | 'env' | 'stdin' | 'timeoutMs' | 'mark'>,
) => RunningHook;

/** @param means - Pipes for what a program prints, and a quicker way to start it; default: Node's own. */
export function programRunner(
  means: Pick<HookCommand, 'outputPipe' | 'spawnLeader'> = {},
): RunProgram {
  const daemons = { tailBytes: RAW_TAIL_BYTES, arrangeStdio: hideTerminals, ...means };
  return (command) => runHook({ ...command, ...daemons });
}
