import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';

/** An environment: the process's own, or one made for a test. */
export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The folder that holds everything the daemon remembers: `$XDG_STATE_HOME/harness`, or
 * `~/.local/state/harness` when that variable is unset, empty or relative.
 *
 * Source: XDG Base Directory Specification 0.8 (relative paths are to be ignored).
 */
export function stateFolder(env: Environment): string {
  const base = absolute(env['XDG_STATE_HOME']);
  return base === undefined
    ? join(absolute(env['HOME']) ?? homedir(), '.local', 'state', 'harness')
    : join(base, 'harness');
}

/**
 * Where a daemon with this environment listens: `HARNESS_SOCKET`, else `$XDG_RUNTIME_DIR/harness.sock`,
 * else `harness.sock` in the state folder. Not checked for length: see {@link socketPathProblem}.
 */
export function socketPath(env: Environment): string {
  const named = env['HARNESS_SOCKET'];
  if (named !== undefined && named !== '') {
    return named;
  }
  return join(absolute(env['XDG_RUNTIME_DIR']) ?? stateFolder(env), 'harness.sock');
}

/**
 * Bytes that the path of a Unix socket may have, the closing NUL not counted.
 *
 * Source: unix(7) of Linux (`sun_path` has 108 bytes), `sys/un.h` of macOS (104 bytes).
 */
export const MAX_SOCKET_PATH_BYTES: number = process.platform === 'linux' ? 107 : 103;

/**
 * What is wrong with a socket's path, in one sentence with the way out; undefined when nothing is.
 * The system cuts a longer path without a word, and both sides would meet at a wrong place.
 */
export function socketPathProblem(path: string): string | undefined {
  const bytes = Buffer.byteLength(path);
  if (bytes > MAX_SOCKET_PATH_BYTES) {
    return `the socket's path has ${bytes} bytes, the system allows ${MAX_SOCKET_PATH_BYTES}: ${path}; set HARNESS_SOCKET or --socket to a shorter one`;
  }
  return path.includes('\0') ? "the socket's path holds a NUL" : undefined;
}

function absolute(path: string | undefined): string | undefined {
  return path !== undefined && isAbsolute(path) ? path : undefined;
}
