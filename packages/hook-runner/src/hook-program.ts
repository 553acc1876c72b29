import type { Socket } from 'node:net';
import type { LeaderExit } from './leader.ts';
import { type OutputTail, outputTail } from './output-tail.ts';
import { type ProcessGroup, processGroup } from './process-group.ts';
import { destroyPipes, type Started } from './start-program.ts';

/** How the program itself ended, and when on the monotonic clock. */
export interface ProgramExit extends LeaderExit {
  readonly atMs: number;
}

/** A hook's program that has started, with its output being read. */
export interface HookProgram {
  readonly group: ProcessGroup;
  readonly exit: Promise<ProgramExit>;
  /** Resolves when the program has exited and nobody holds its output any more. */
  readonly closed: Promise<void>;
  /** Whether somebody still holds its output. */
  isHeld(): boolean;
  /** The end of its output so far; what comes later is read and thrown away. */
  takeTail(): string | undefined;
  /** Lets go of its pipes and of the process, whoever still uses them. Never rejects. */
  release(): Promise<void>;
}

/** Reads what a started child prints until nobody can write any more. */
export function attendProgram(started: Started, tailBytes: number): HookProgram {
  const { leader, outputs } = started;
  const group = processGroup(leader.pid);
  let tail: OutputTail | undefined = outputTail(tailBytes);
  const exit = leader.exit.then((end) => {
    group.leaderExited();
    return { ...end, atMs: performance.now() };
  });
  let held = true;
  // Read to the end whatever becomes of the tail: a full or closed pipe would stop a background sender.
  const read = (chunk: Buffer): void => tail?.write(chunk);
  const closed = Promise.all([exit, outputs.then((streams) => readAll(streams, read))]).then(() => {
    held = false;
  });
  return {
    group,
    exit,
    closed,
    isHeld: () => held,
    takeTail: () => {
      const text = tail?.text();
      tail = undefined;
      return text;
    },
    release: () => {
      leader.unref();
      return destroyPipes(started);
    },
  };
}

/** Settles when all of them are closed. */
async function readAll(streams: readonly Socket[], read: (chunk: Buffer) => void): Promise<void> {
  const untilClosed = (stream: Socket): Promise<void> =>
    new Promise((resolve) => {
      stream.on('data', read);
      stream.once('close', () => resolve());
    });
  await Promise.all(streams.map(untilClosed));
}
