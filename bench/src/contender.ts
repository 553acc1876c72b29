import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, openSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { COMMAND } from './command.ts';

/** A process that is measured, and what is to be removed with it. */
export interface Contender extends AsyncDisposable {
  readonly pid: number;
}

/** A folder for one benchmark, below the system's own for such things. */
export function throwawayFolder(): string {
  return realpathSync(mkdtempSync(join(tmpdir(), 'harness-bench-')));
}

/** Starts a program in a session of its own; it ends with everything that it started. */
export function startProgram(program: string, words: readonly string[]): Contender {
  return contenderOf(spawn(program, words, { stdio: 'ignore', detached: true }), 'SIGKILL');
}

/**
 * Starts the built daemon in a home of its own below `folder`.
 *
 * @param configuration - Its harness.toml.
 * @param policy - Times and limits of supervision instead of the real ones.
 */
export function startDaemon(folder: string, configuration: string, policy: object): Contender {
  for (const part of ['config/harness', 'state', 'run']) {
    mkdirSync(join(folder, part), { recursive: true, mode: 0o700 });
  }
  writeFileSync(join(folder, 'config/harness/harness.toml'), configuration);
  const log = openSync(join(folder, 'daemon.log'), 'a');
  const env = { ...homeEnvironment(folder), HARNESS_POLICY: JSON.stringify(policy) };
  const stdio: ['ignore', number, number] = ['ignore', log, log];
  return contenderOf(spawn(COMMAND, ['daemon'], { env, stdio, detached: true }), 'SIGTERM');
}

/** What the built command is run with in the home below `folder`. */
export function homeEnvironment(folder: string): Readonly<Record<string, string>> {
  return {
    PATH: '/usr/local/bin:/usr/bin:/bin',
    HOME: folder,
    XDG_CONFIG_HOME: join(folder, 'config'),
    XDG_STATE_HOME: join(folder, 'state'),
    XDG_RUNTIME_DIR: join(folder, 'run'),
  };
}

/** Removes what a benchmark has left. */
export function removeFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
}

function contenderOf(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): Contender {
  const { pid } = child;
  if (pid === undefined) {
    throw new Error(`${child.spawnfile} could not be started`);
  }
  const exited = once(child, 'exit');
  return {
    pid,
    [Symbol.asyncDispose]: async () => {
      if (child.exitCode === null && child.signalCode === null) {
        // The daemon ends its harnesses itself, the others have their children in their group.
        process.kill(signal === 'SIGKILL' ? -pid : pid, signal);
      }
      await exited;
    },
  };
}
