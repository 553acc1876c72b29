import { once } from 'node:events';
import { createWriteStream, type WriteStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { HARNESS_FROM_SOURCE, harness } from './run-harness.ts';
import type { ThrowawayHome } from './throwaway-home.ts';
import { waitFor } from './wait-for.ts';

/** How a daemon of a test is started. */
export interface DaemonOptions {
  /** More words after `daemon`. */
  readonly args?: readonly string[];
  /** Added to the home's environment. */
  readonly env?: Readonly<Record<string, string>>;
  /** Times and limits of supervision, instead of the real ones: handed over as HARNESS_POLICY. */
  readonly policy?: Readonly<Record<string, number | readonly number[]>>;
  /** How long it may take to answer; default 20 s. */
  readonly readyMs?: number;
  /** The words that run the command; default: from source. */
  readonly command?: readonly [string, ...string[]];
}

/** How a daemon's process ended. */
export interface DaemonExit {
  readonly code: number | undefined;
  readonly signal: string | undefined;
}

/** A daemon that answers. */
export interface RunningDaemon extends AsyncDisposable {
  readonly pid: number;
  readonly exited: Promise<DaemonExit>;
  /** All that daemons of this home have written to their log. */
  log(): Promise<string>;
  /** Ends it without a chance to tidy up, as a power cut would. */
  kill9(): Promise<DaemonExit>;
  /** Ends it as init would: SIGTERM, and SIGKILL after 20 s. */
  down(): Promise<DaemonExit>;
}

/**
 * Starts a real daemon from source in a home and waits until it answers.
 *
 * @throws Error with the end of its log when it ends at once or does not answer in time.
 */
export async function startDaemon(
  home: ThrowawayHome,
  options: DaemonOptions = {},
): Promise<RunningDaemon> {
  const log = await openLog(home);
  const child = execa(...daemonCall(home, options, log));
  log.end();
  const exited = child.then(({ exitCode, signal }): DaemonExit => ({ code: exitCode, signal }));
  try {
    await untilItAnswers(home, exited, options.readyMs ?? 20_000);
  } catch (error) {
    child.kill('SIGKILL');
    throw error;
  }
  const end = async (signal: 'SIGTERM' | 'SIGKILL'): Promise<DaemonExit> => {
    child.kill(signal);
    return await exited;
  };
  return {
    pid: Number(child.pid),
    exited,
    log: () => readLog(home),
    kill9: () => end('SIGKILL'),
    down: () => end('SIGTERM'),
    [Symbol.asyncDispose]: async () => {
      await end('SIGTERM');
    },
  };
}

function daemonCall(
  home: ThrowawayHome,
  { args = [], env = {}, policy, command = HARNESS_FROM_SOURCE }: DaemonOptions,
  log: WriteStream,
) {
  const [program, ...words] = command;
  const times = policy === undefined ? {} : { HARNESS_POLICY: JSON.stringify(policy) };
  const options = {
    env: { ...home.env, ...times, ...env },
    cwd: home.dir,
    extendEnv: false,
    reject: false,
    stdin: 'ignore',
    stdout: log,
    stderr: log,
    forceKillAfterDelay: 20_000,
  } as const;
  return [program, [...words, 'daemon', ...args], options] as const;
}

async function untilItAnswers(
  home: ThrowawayHome,
  exited: Promise<DaemonExit>,
  timeoutMs: number,
): Promise<void> {
  const look = async (): Promise<boolean> => {
    const over = await Promise.race([exited, undefined]);
    if (over !== undefined) {
      throw new Error(`the daemon ended at once (${over.code ?? over.signal})`);
    }
    return (await harness(home, ['list'])).code === 0;
  };
  try {
    await waitFor('the daemon answers', look, { timeoutMs, everyMs: 100 });
  } catch (error) {
    throw new Error(`no daemon: ${(await readLog(home)).slice(-2000)}`, { cause: error });
  }
}

// The descriptor itself goes to the daemon: what it says survives the test that started it.
async function openLog(home: ThrowawayHome): Promise<WriteStream> {
  const log = createWriteStream(logFile(home), { flags: 'a' });
  await once(log, 'open');
  return log;
}

function logFile(home: ThrowawayHome): string {
  return join(home.dir, 'daemon.log');
}

function readLog(home: ThrowawayHome): Promise<string> {
  return readFile(logFile(home), 'utf8');
}
