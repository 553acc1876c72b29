import type { HookFinding } from './hook-finding.ts';

/** Looks at a hook's file without running it. */
export function explainHook(
  program: string,
  searchPath: string | undefined,
): Promise<readonly HookFinding[]> {
  return Promise.reject(new Error(`not written yet: ${program} ${searchPath}`));
}
