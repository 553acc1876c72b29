import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { Socket } from 'node:net';
import type { Writable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { within } from './bounded-wait.ts';
import type { ArrangeStdio, HookCommand } from './hook.ts';
import { inputFile } from './input-file.ts';
import { type Leader, leaderOf } from './leader.ts';
import type { OutputPipe } from './output-pipes.ts';

/** A program that runs, what it is written to, and what it prints: one stream, or one of each output. */
export interface Started {
  readonly leader: Leader;
  readonly input?: Writable | undefined;
  /** Never rejects. */
  readonly outputs: Promise<readonly Socket[]>;
}

/**
 * How a start ended: the program runs; the system refused it and this is its name for why; or the
 * caller lost interest before it came to run.
 */
export type Start<T> =
  | { readonly kind: 'started'; readonly program: T }
  | { readonly kind: 'refused'; readonly code: string }
  | { readonly kind: 'abandoned' };

/** Takes charge of a program that runs, in the same turn in which it was started. */
export type Attend<T> = (started: Started) => T;

const BUSY_LIMIT_MS = 1000;
const BUSY_RETRY_MS = 25;

/**
 * A new program often gets the core of the one that started it, and comes to its first instruction when that one rests.
 * What it prints meanwhile waits in the pipe.
 */
const READ_AFTER_MS = 2;

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
  const started = startOrRefuse(command);
  if (typeof started === 'string') {
    return refused(started);
  }
  return started instanceof Promise
    ? started.then(refused)
    : { kind: 'started', program: attend(started) };
}

function refused(code: string): Try<never> {
  return { kind: 'refused', code };
}

// Some refusals are thrown (E2BIG, ETXTBSY, a NUL in a value), others are emitted (ENOENT, EMFILE).
function startOrRefuse(command: HookCommand): Started | string | Promise<string> {
  const pipe = command.outputPipe?.();
  const input = inputFile(command.stdin);
  try {
    return startDirectly(command, input, pipe) ?? startByNode(command, input, pipe);
  } catch (error) {
    if (pipe !== undefined) {
      closeSync(pipe.readFd);
      pipe.release(true);
    }
    return codeOf(error);
  } finally {
    // As long as the caller holds the pipe too, the end of the output never comes.
    for (const fd of [pipe?.writeFd, input]) {
      if (fd !== undefined) {
        closeSync(fd);
      }
    }
  }
}

function startDirectly(
  { argv, env, cwd, mark, spawnLeader }: HookCommand,
  input: number | undefined,
  pipe: OutputPipe | undefined,
): Started | undefined {
  if (input === undefined || pipe === undefined) {
    return undefined;
  }
  const streams = [input, pipe.writeFd, pipe.writeFd] as const;
  const leader = spawnLeader?.({ argv, env, cwd, mark, streams });
  return leader && { leader, outputs: outputOf(pipe) };
}

function startByNode(
  { argv, env, cwd, stdin, mark, arrangeStdio = asTheyAre }: HookCommand,
  input: number | undefined,
  pipe: OutputPipe | undefined,
): Started | Promise<string> {
  const [program = '', ...args] = argv;
  const output = pipe?.writeFd ?? 'pipe';
  const stdio = arrangeStdio([input ?? 'pipe', output, output]);
  if (mark !== undefined) {
    makeMark(mark);
  }
  // Not execa: it costs twice the processor time and 24 MB, between an agent's death and its alert.
  const child = spawn(program, args, { cwd, env, detached: true, stdio, shell: false });
  // Without descriptors left there are no pipes either, whatever the type says.
  const written = child.stdin ?? undefined;
  written?.end(stdin);
  const outputs = pipe === undefined ? ownOutputs(child) : [readingEnd(pipe)];
  const pipes = guarded(written === undefined ? outputs : [written, ...outputs]);
  return child.pid === undefined
    ? refusal(child, pipes)
    : { leader: leaderOf(child, child.pid), input: written, outputs: Promise.resolve(outputs) };
}

function makeMark(path: string): void {
  try {
    closeSync(openSync(path, 'a', 0o600));
  } catch {
    // A disk that is full is no reason not to start.
  }
}

function ownOutputs({ stdout, stderr }: ChildProcess): readonly Socket[] {
  return [stdout, stderr].filter((stream) => stream instanceof Socket);
}

async function outputOf(pipe: OutputPipe): Promise<readonly Socket[]> {
  await pause(READ_AFTER_MS);
  try {
    return guarded([readingEnd(pipe)]);
  } catch {
    // The program runs, and would be ended by a pipe that is closed: its output is what can be spared.
    return [];
  }
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

/** Closes a program's pipes, as far as it has any. Never rejects. */
export async function destroyPipes({ input, outputs }: Started): Promise<void> {
  input?.destroy();
  for (const stream of await outputs) {
    stream.destroy();
  }
}

// A broken or reset pipe is the hook's right.
function guarded<T extends Writable>(streams: readonly T[]): readonly T[] {
  for (const stream of streams) {
    stream.on('error', () => stream.destroy());
  }
  return streams;
}

function refusal(child: ChildProcess, pipes: readonly Writable[]): Promise<string> {
  return new Promise((resolve) => {
    child.once('error', (error) => {
      for (const pipe of pipes) {
        pipe.destroy();
      }
      resolve(codeOf(error));
    });
  });
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'UNKNOWN';
}
