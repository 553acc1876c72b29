import { executableOf } from './adapters.ts';
import type { HarnessSpec } from './spec/harness-spec.ts';

/**
 * The program of a harness and its arguments, for spawning without a shell: the argv of `command`, `sh` and the
 * args of `generic`, the executable and the args of an agent. What an agent needs for its prompt, model and limits
 * is added by its adapter. Never empty.
 */
export function argvOf(harness: Pick<HarnessSpec, 'adapter' | 'args' | 'argv'>): string[] {
  return harness.adapter === 'command'
    ? [...harness.argv]
    : [executableOf(harness.adapter), ...harness.args];
}
