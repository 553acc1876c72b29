import { closeSync, openSync, readSync, writeSync } from 'node:fs';
import { createRequire } from 'node:module';
import { constants } from 'node:os';
import { join } from 'node:path';
import { ReadStream } from 'node:tty';
import type { ProcessExit } from './harness-process.ts';
import { type OutputReader, type ReadInto, readOutput } from './output-reader.ts';
import type { SpawnRequest } from './spawn-process.ts';
import { hasCode } from './start-failure.ts';
import type { StartedProgram } from './started-program.ts';
import { holdTerminalFd } from './terminal-fds.ts';

/** A terminal's size in cells. */
export interface TerminalSize {
  readonly cols: number;
  readonly rows: number;
}

// The library's native part: its own terminal closes the reader 200 ms after the exit, read or not, and
// reports an exit only after that.
interface NativeTerminals {
  fork(
    file: string,
    args: readonly string[],
    env: readonly string[],
    cwd: string,
    cols: number,
    rows: number,
    uid: number,
    gid: number,
    isUtf8: boolean,
    helperPath: string,
    onExit: (code: number, signal: number) => void,
  ): { readonly fd: number; readonly pid: number };
  resize(fd: number, cols: number, rows: number, xPixels: number, yPixels: number): void;
}

/** After a shorter read nothing more is waiting, as a rule. */
const MUCH_BYTES = 2048;
/** What a terminal gives at once at most. Less room than that is not worth a read. */
const MOST_BYTES = 4096;

const PACKAGE = '@lydell/node-pty';
const load = createRequire(import.meta.url);

/**
 * Starts a program on a pseudo-terminal of its own, as the leader of its session. Throws when no terminal
 * can be opened or the library is not installed for this system.
 *
 * @param program the path that was found: the terminal reports a missing one only as text and exit 1.
 */
export function spawnTerminal(
  program: string,
  request: SpawnRequest,
  size: TerminalSize,
  onOutput: (chunk: Buffer) => void,
): StartedProgram {
  const { promise: exit, resolve } = Promise.withResolvers<ProcessExit>();
  const native = orSystemError('ENOTSUP', (): NativeTerminals => load(PACKAGE).native);
  const { fd, pid } = orSystemError('EAGAIN', () =>
    native.fork(
      program,
      request.argv.slice(1),
      environment(request.env),
      request.cwd,
      size.cols,
      size.rows,
      // The daemon's own user and group.
      -1,
      -1,
      true,
      helperPath(),
      (code, signal) => resolve(terminalExit(code, signal)),
    ),
  );
  const forget = holdTerminalFd(fd);
  const reader = readTerminal(fd, pid, onOutput);
  reader.ended.then(forget, forget);
  return { pid, exit, reader, forked: true, terminal: controls(native, fd, reader) };
}

// The library's errors have no code. Out of descriptors, which is the likeliest, it does not say so.
function orSystemError<T>(code: 'ENOTSUP' | 'EAGAIN', act: () => T): T {
  try {
    return act();
  } catch (cause) {
    closeSync(openSync('/dev/null', 'r'));
    throw Object.assign(new Error('no terminal could be opened', { cause }), { code });
  }
}

function environment(env: SpawnRequest['env']): string[] {
  return Object.entries({ TERM: 'xterm-256color', ...env }).map((pair) => pair.join('='));
}

function readTerminal(fd: number, pid: number, onOutput: (chunk: Buffer) => void): OutputReader {
  try {
    return readOutput(
      (onread) => [new ReadStream(fd, { onread: readingOn(fd, onread) })],
      onOutput,
    );
  } catch (error) {
    closeSync(fd);
    process.kill(pid, 'SIGKILL');
    throw error;
  }
}

/** Fills the buffer with what else waits: a terminal gives little at once, and each piece passed on alone has its price. */
function readingOn(fd: number, { buffer, callback }: ReadInto): ReadInto {
  return {
    buffer,
    callback(sizeBytes, bytes) {
      let size = sizeBytes;
      let more = sizeBytes;
      while (more >= MUCH_BYTES && size + MOST_BYTES <= buffer.length) {
        more = readMore(fd, buffer.subarray(size));
        size += more;
      }
      return callback(size, bytes);
    },
  };
}

/** The end of a terminal is an error (EIO); the stream hears of it next. */
function readMore(fd: number, buffer: Buffer): number {
  try {
    return readSync(fd, buffer);
  } catch (error) {
    if (hasCode(error, 'EAGAIN', 'EIO')) {
      return 0;
    }
    throw error;
  }
}

function controls(
  native: NativeTerminals,
  fd: number,
  reader: OutputReader,
): NonNullable<StartedProgram['terminal']> {
  // The descriptor's number belongs to another file as soon as the reader has ended.
  const whileOpen = (act: () => void): void => {
    if (reader.isOpen()) {
      tolerant(act);
    }
  };
  return {
    write: (text) => whileOpen(() => writeSync(fd, text)),
    resize: (cols, rows) => whileOpen(() => native.resize(fd, cols, rows, 0, 0)),
  };
}

// A child that does not read its input, or is just gone, loses what is typed.
function tolerant(act: () => void): void {
  try {
    act();
  } catch (error) {
    if (!(hasCode(error, 'EAGAIN', 'EIO') || isResizeFailure(error))) {
      throw error;
    }
  }
}

function isResizeFailure(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith('ioctl(2) failed');
}

function terminalExit(code: number, signal: number): ProcessExit {
  const [name] = Object.entries(constants.signals).find(([, number]) => number === signal) ?? [];
  if (signal === 0) {
    return { kind: 'exited', code };
  }
  return { kind: 'signalled', signal: name ?? `signal ${signal}` };
}

// A program that only macOS needs between the fork and the child.
function helperPath(): string {
  const platform = `${process.platform}-${process.arch}`;
  const main = createRequire(load.resolve(PACKAGE)).resolve(`${PACKAGE}-${platform}`);
  return join(main, '../../prebuilds', platform, 'spawn-helper');
}
