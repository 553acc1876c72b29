import type { HookCommand, RunningHook } from './hook.ts';

/** Runs a program once in its own process group and says how it ended. */
export function runHook(command: HookCommand): RunningHook {
  throw new Error(`not written yet: ${command.argv[0]}`);
}
