import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { env, getuid } from 'node:process';
import { freePort, waitFor } from '@harness/testkit';
import { onTestFinished } from 'vitest';

// Where Debian has its servers, which the path of an ordinary user leaves out.
const { PATH: OWN_PATH = '' } = env;
const PATH = `${OWN_PATH}:/usr/local/sbin:/usr/sbin`;

/** The first of some programs that is installed. */
export function installed(...programs: readonly string[]): string | undefined {
  const folders = PATH.split(':');
  return programs.find((program) => folders.some((folder) => existsSync(join(folder, program))));
}

/**
 * Whether a test of programs runs: where they are, and where `.ci/run` installs them, for there
 * their absence has to fail.
 */
export function expected(...programs: readonly string[]): boolean {
  const installs = getuid?.() === 0 && installed('apt-get') !== undefined;
  return installs || programs.every((program) => installed(program) !== undefined);
}

/** The environment of the tests, whose path leads to servers too. */
export const SERVER_ENVIRONMENT: NodeJS.ProcessEnv = { ...env, PATH };

/** Starts a program that ends with the test; what it prints on standard output is read from `stdout`. */
export function startServer(
  program: string,
  args: readonly string[],
  more: Readonly<Record<string, string>> = {},
): ChildProcess {
  if (installed(program) === undefined) {
    throw new Error(`${program} is not installed`);
  }
  const child = spawn(program, args, {
    env: { ...SERVER_ENVIRONMENT, ...more },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  onTestFinished(async () => {
    if (child.exitCode === null && child.signalCode === null) {
      const exit = once(child, 'exit');
      child.kill('SIGKILL');
      await exit;
    }
  });
  return child;
}

/** Waits until something listens at a port of loopback. */
export async function listening(port: number): Promise<void> {
  const look = async (): Promise<boolean> => {
    const socket = connect(port, '127.0.0.1');
    try {
      await once(socket, 'connect');
      return true;
    } catch {
      return false;
    } finally {
      socket.destroy();
    }
  };
  await waitFor(`port ${port} listens`, look, { timeoutMs: 30_000, everyMs: 50 });
}

/** A server on loopback that takes every connection and never says a word. */
export async function silentServer(): Promise<{
  readonly port: number;
  readonly asked: () => boolean;
}> {
  const port = await freePort();
  let asked = false;
  const server = createServer(() => {
    asked = true;
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
  });
  return { port, asked: () => asked };
}
