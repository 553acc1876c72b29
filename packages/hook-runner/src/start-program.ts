import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync } from 'node:fs';
import { Socket } from 'node:net';
import { within } from './bounded-wait.ts';
import type { ArrangeStdio, HookCommand } from './hook.ts';
import { inputFile } from './input-file.ts';
import type { OutputPipe } from './output-pipes.ts';

/** A child that runs, and what it prints: one stream, or one of each output. */
export interface Started {
  readonly child: ChildProcess;
  readonly outputs: readonly Socket[];
}

/**
 * How a start ended: the program runs; the system refused it and this is its name for why; or the
 * caller lost interest before it came to run.
 */
export type Start<T> =
  | { readonly kind: 'started'; readonly program: T }
  | { readonly kind: 'refused'; readonly code: string }
  | { readonly kind: 'abandoned' };

/** Takes charge of a child that runs, in the same turn in which it was started. */
export type Attend<T> = (started: Started, pid: number) => T;

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
  const started = spawnOrRefuse(command);
  if (typeof started === 'string') {
    return { kind: 'refused', code: started };
  }
  const { pid } = started.child;
  return pid === undefined ? refusal(started) : { kind: 'started', program: attend(started, pid) };
}

// Some refusals are thrown (E2BIG, ETXTBSY, a NUL in a value), others are emitted (ENOENT, EMFILE).
function spawnOrRefuse(command: HookCommand): Started | string {
  const pipe = command.outputPipe?.();
  try {
    const child = spawnDetached(command, pipe);
    const outputs = pipe === undefined ? ownOutputs(child) : [readingEnd(pipe)];
    guardPipes([child.stdin, ...outputs]);
    return { child, outputs };
  } catch (error) {
    if (pipe !== undefined) {
      closeSync(pipe.readFd);
      pipe.release(true);
    }
    return codeOf(error);
  } finally {
    if (pipe !== undefined) {
      // As long as the caller holds it too, the end of the output never comes.
      closeSync(pipe.writeFd);
    }
  }
}

function spawnDetached(command: HookCommand, pipe: OutputPipe | undefined): ChildProcess {
  const { argv, env, cwd, stdin, arrangeStdio = asTheyAre } = command;
  const [program = '', ...args] = argv;
  const input = inputFile(stdin);
  const output = pipe?.writeFd ?? 'pipe';
  const stdio = arrangeStdio([input ?? 'pipe', output, output]);
  try {
    // Not execa: it costs twice the processor time and 24 MB, between an agent's death and its alert.
    const child = spawn(program, args, { cwd, env, detached: true, stdio, shell: false });
    child.stdin?.end(stdin);
    return child;
  } finally {
    if (input !== undefined) {
      closeSync(input);
    }
  }
}

function ownOutputs({ stdout, stderr }: ChildProcess): readonly Socket[] {
  return [stdout, stderr].filter((stream) => stream instanceof Socket);
}

function readingEnd({ readFd, release }: OutputPipe): Socket {
  const socket = new Socket({ fd: readFd, readable: true, writable: false });
  let isEof = false;
  socket.once('end', () => {
    isEof = true;
  });
  socket.once('close', () => release(isEof));
  return socket;
}

const asTheyAre: ArrangeStdio = (streams) => [...streams];

/** Closes a child's pipes, as far as it has any. */
export function destroyPipes({ child, outputs }: Started): void {
  for (const stream of [child.stdin, ...outputs]) {
    stream?.destroy();
  }
}

// Without descriptors left there are no pipes either. A broken or reset pipe is the hook's right.
function guardPipes(streams: readonly (ChildProcess['stdin'] | Socket)[]): void {
  for (const stream of streams) {
    stream?.on('error', () => stream.destroy());
  }
}

function refusal(started: Started): Promise<Try<never>> {
  return new Promise((resolve) => {
    started.child.once('error', (error) => {
      destroyPipes(started);
      resolve({ kind: 'refused', code: codeOf(error) });
    });
  });
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'UNKNOWN';
}
