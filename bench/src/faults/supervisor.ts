import { spawn } from 'node:child_process';
import { openSync } from 'node:fs';
import { join } from 'node:path';
import type { PeerName } from '../peers/set-up.ts';
import { killAll } from '../processes.ts';
import type { FaultName } from './fault.ts';
import type { Place } from './place.ts';

/** A supervisor as a person sets it up, who wants to be told. */
export interface Supervisor {
  readonly name: string;
  /** What it needs; absent where it is ours. */
  readonly peer?: PeerName;
  /** The faults that it has no means to see, each with the reason in a line. */
  readonly cannot: Readonly<Partial<Record<FaultName, string>>>;
  /** Starts it with the programs of a place. Whoever asked ends what it has started. */
  readonly start: (place: Place) => Supervised | Promise<Supervised>;
}

/** A supervisor at work. */
export interface Supervised {
  /** Kills the supervisor itself with SIGKILL, not its programs, and starts it again. */
  readonly crash: () => void | Promise<void>;
}

/** A supervisor that is one process: starts it, and again after each crash. */
export function keptBy(start: () => number): Supervised {
  let pid = start();
  return {
    crash: () => {
      killAll([pid]);
      pid = start();
    },
  };
}

/** Starts a program in a session of its own, at home in the place; what it prints is kept there. */
export function startIn(
  { folder }: Place,
  environment: Readonly<Record<string, string>>,
  program: string,
  words: readonly string[],
): number {
  const log = openSync(join(folder, 'supervisor.log'), 'a');
  const env = { HOME: folder, ...environment };
  const child = spawn(program, words, {
    cwd: folder,
    env,
    stdio: ['ignore', log, log],
    detached: true,
  });
  if (child.pid === undefined) {
    throw new Error(`${program} could not be started`);
  }
  child.unref();
  return child.pid;
}
