import type { DrainPolicy, HarnessProcess } from './harness-process.ts';
import type { OutputPipes } from './output-pipe.ts';

/** What to run. */
export interface SpawnRequest {
  /** The program and its arguments; a name without a slash is looked up in the PATH of `env`. */
  readonly argv: readonly string[];
  readonly cwd: string;
  /** The whole environment; nothing is added but TERM for a terminal that lacks it. */
  readonly env: Readonly<Record<string, string>>;
  /** Pipes, or a pseudo-terminal of this size. */
  readonly tty: false | { readonly cols: number; readonly rows: number };
}

/** What the daemon lends to every run. */
export interface SpawnContext {
  readonly pipes: OutputPipes;
  /** A clock that never steps, in milliseconds. */
  readonly nowMs: () => number;
  readonly drain?: DrainPolicy;
}

/** A started process, or why there is none. */
export type SpawnResult =
  | { readonly kind: 'spawned'; readonly process: HarnessProcess }
  | { readonly kind: 'not_started'; readonly code: string; readonly reason: string };

/**
 * Starts a program in a session of its own. `onOutput` gets its output in the order it was written,
 * as chunks that are only lent for the call.
 */
export function spawnProcess(
  _request: SpawnRequest,
  _context: SpawnContext,
  _onOutput: (chunk: Buffer) => void,
): Promise<SpawnResult> {
  return Promise.resolve({ kind: 'not_started', code: 'ENOSYS', reason: 'not built yet' });
}
