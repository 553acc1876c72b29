import type { Console } from './console.ts';

/** The console of this process. A reader that goes away (`| head -1`) ends the output, not the process. */
export function processConsole(): Console {
  const { env, stdout } = process;
  stdout.on('error', tolerateClosedPipe);
  return {
    env,
    folder: process.cwd(),
    stdout,
    out: (text) => stdout.write(`${text}\n`),
    err: writeToStderr,
    isTerminal: stdout.isTTY === true,
    columns: stdout.isTTY === true ? stdout.columns : undefined,
    color: stdout.isTTY === true && !env['NO_COLOR'] && env['TERM'] !== 'dumb',
    untilInterrupted,
  };
}

/** Opens the stream when there is something to say: most commands have nothing. */
function writeToStderr(text: string): void {
  const { stderr } = process;
  if (!stderr.listeners('error').includes(tolerateClosedPipe)) {
    stderr.on('error', tolerateClosedPipe);
  }
  stderr.write(`${text}\n`);
}

function tolerateClosedPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE' && error.code !== 'ERR_STREAM_DESTROYED') {
    throw error;
  }
}

function untilInterrupted(): AbortSignal {
  const interruption = new AbortController();
  const interrupt = (): void => interruption.abort();
  process.once('SIGINT', interrupt);
  process.once('SIGTERM', interrupt);
  return interruption.signal;
}
