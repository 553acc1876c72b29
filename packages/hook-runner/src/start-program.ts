import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync } from 'node:fs';
import { within } from './bounded-wait.ts';
import type { ArrangeStdio, HookCommand } from './hook.ts';
import { inputFile } from './input-file.ts';

/**
 * How a start ended: the program runs; the system refused it and this is its name for why; or the
 * caller lost interest before it came to run.
 */
export type Start<T> =
  | { readonly kind: 'started'; readonly program: T }
  | { readonly kind: 'refused'; readonly code: string }
  | { readonly kind: 'abandoned' };

/** Takes charge of a child that runs, in the same turn in which it was started. */
export type Attend<T> = (child: ChildProcess, pid: number) => T;

const BUSY_LIMIT_MS = 1000;
const BUSY_RETRY_MS = 25;

/**
 * Starts a program as the leader of its own session and process group. The first try is made before
 * this returns. A file that is open for writing (`ETXTBSY`) is tried again for one second, because
 * nothing of it ran; any other refusal is final.
 *
 * @param abandoned - once it resolves, no further try is made.
 */
export async function startProgram<T>(
  command: HookCommand,
  abandoned: Promise<unknown>,
  attend: Attend<T>,
): Promise<Start<T>> {
  const lastTryMs = performance.now() + BUSY_LIMIT_MS;
  for (;;) {
    const start = await tryOnce(command, attend);
    if (start.kind === 'started' || start.code !== 'ETXTBSY' || performance.now() > lastTryMs) {
      return start;
    }
    if ((await within(abandoned, BUSY_RETRY_MS)) !== undefined) {
      return { kind: 'abandoned' };
    }
  }
}

type Try<T> = Exclude<Start<T>, { readonly kind: 'abandoned' }>;

function tryOnce<T>(command: HookCommand, attend: Attend<T>): Try<T> | Promise<Try<T>> {
  const child = spawnOrRefuse(command);
  if (typeof child === 'string') {
    return { kind: 'refused', code: child };
  }
  return child.pid === undefined
    ? refusal(child)
    : { kind: 'started', program: attend(child, child.pid) };
}

// Some refusals are thrown (E2BIG, ETXTBSY, a NUL in a value), others are emitted (ENOENT, EMFILE).
function spawnOrRefuse(command: HookCommand): ChildProcess | string {
  try {
    return spawnDetached(command);
  } catch (error) {
    return codeOf(error);
  }
}

function spawnDetached(command: HookCommand): ChildProcess {
  const { argv, env, cwd, stdin, arrangeStdio = asTheyAre } = command;
  const [program = '', ...args] = argv;
  const input = inputFile(stdin);
  const stdio = arrangeStdio([input ?? 'pipe', 'pipe', 'pipe']);
  try {
    // Not execa: it costs twice the processor time and 24 MB, between an agent's death and its alert.
    const child = spawn(program, args, { cwd, env, detached: true, stdio, shell: false });
    guardPipes(child);
    child.stdin?.end(stdin);
    return child;
  } finally {
    if (input !== undefined) {
      closeSync(input);
    }
  }
}

const asTheyAre: ArrangeStdio = (streams) => [...streams];

/** Closes a child's pipes, as far as it has any. */
export function destroyPipes(child: ChildProcess): void {
  for (const stream of [child.stdin, child.stdout, child.stderr]) {
    stream?.destroy();
  }
}

// Without descriptors left there are no pipes either. A broken or reset pipe is the hook's right.
function guardPipes(child: ChildProcess): void {
  for (const stream of [child.stdin, child.stdout, child.stderr]) {
    stream?.on('error', () => stream.destroy());
  }
}

function refusal(child: ChildProcess): Promise<Try<never>> {
  return new Promise((resolve) => {
    child.once('error', (error) => {
      destroyPipes(child);
      resolve({ kind: 'refused', code: codeOf(error) });
    });
  });
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'UNKNOWN';
}
