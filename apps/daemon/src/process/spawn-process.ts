import { setTimeout as delay } from 'node:timers/promises';
import type { OutputPipes } from '@harness/hook-runner';
import { findProgram, type ProgramSearch } from './find-program.ts';
import { followProgram } from './follow-program.ts';
import type { ForklessStart } from './forkless-start.ts';
import type { DrainPolicy, HarnessProcess } from './harness-process.ts';
import { spawnPiped } from './spawn-piped.ts';
import { spawnTerminal } from './spawn-terminal.ts';
import { hasCode, type StartFailure, startFailure } from './start-failure.ts';
import type { StartedProgram } from './started-program.ts';

// A program file that is just being written, as by an update, is ready in a moment.
const BUSY_TRIES = 10;
const BUSY_PAUSE_MS = 100;

/** What to run. */
export interface SpawnRequest {
  /** The program and its arguments; a name without a slash is looked up in the PATH of `env`. */
  readonly argv: readonly string[];
  readonly cwd: string;
  /** The whole environment; added are only PWD, and TERM for a terminal that lacks it. */
  readonly env: Readonly<Record<string, string>>;
  /** Pipes, or a pseudo-terminal of this size. */
  readonly tty: false | { readonly cols: number; readonly rows: number };
}

/** What the daemon lends to every run. */
export interface SpawnContext {
  readonly pipes: OutputPipes;
  /** Asked first to start what needs no terminal; default Node. */
  readonly forkless?: Pick<ForklessStart, 'isLoaded' | 'spawnLeader'>;
  /** A clock that never steps, in milliseconds. */
  readonly nowMs: () => number;
  /** Called after each start that took a fork; default nothing. */
  readonly forked?: () => void;
  /** Default 500 ms of quiet, 2 s in all. */
  readonly drain?: DrainPolicy;
}

/** A started process, or why there is none. */
export type SpawnResult =
  | { readonly kind: 'spawned'; readonly process: HarnessProcess }
  | StartFailure;

/**
 * Starts a program in a session of its own. `onOutput` gets its output in the order it was written, as
 * chunks that are only lent for the call: copy what is kept.
 *
 * Never rejects for anything that the program, its folder or the system's limits can do; the reason is
 * one line for people.
 */
export async function spawnProcess(
  request: SpawnRequest,
  context: SpawnContext,
  onOutput: (chunk: Buffer) => void,
): Promise<SpawnResult> {
  const ready = { ...request, env: { ...request.env, PWD: request.cwd } };
  for (let tries = 1; ; tries += 1) {
    const startedMs = context.nowMs();
    try {
      const program = await start(ready, context, onOutput);
      if ('kind' in program) {
        return program;
      }
      if (program.forked) {
        context.forked?.();
      }
      return { kind: 'spawned', process: followProgram(program, context, startedMs) };
    } catch (error) {
      if (!hasCode(error, 'ETXTBSY') || tries === BUSY_TRIES) {
        return explain(error, request);
      }
    }
    await delay(BUSY_PAUSE_MS);
  }
}

async function start(
  request: SpawnRequest,
  context: SpawnContext,
  onOutput: (chunk: Buffer) => void,
): Promise<StartedProgram | StartFailure> {
  const { tty } = request;
  if (tty === false) {
    return spawnPiped(request, context, onOutput);
  }
  const found = await lookUp(request);
  return found.kind === 'found' ? spawnTerminal(found.path, request, tty, onOutput) : found;
}

function lookUp({ argv, cwd, env }: SpawnRequest): Promise<ProgramSearch> {
  return findProgram(argv[0] ?? '', cwd, env['PATH']);
}

// The system's error does not tell the folder, the program and its interpreter apart.
async function explain(error: unknown, request: SpawnRequest): Promise<StartFailure> {
  if (hasCode(error, 'ENOENT', 'ENOTDIR', 'EACCES', 'ELOOP', 'ERR_INVALID_ARG_VALUE')) {
    const found = await lookUp(request);
    return found.kind === 'not_started' ? found : startFailure(error);
  }
  return startFailure(error);
}
