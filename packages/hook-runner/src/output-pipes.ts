import { spawn } from 'node:child_process';
import { chmodSync, closeSync, constants, mkdirSync, openSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const SUFFIX = '.fifo';
const STOCK = 8;
const LOW = 2;

/** Both ends of a pipe: one run writes to `writeFd`, its starter reads `readFd`. */
export interface OutputPipe {
  readonly readFd: number;
  readonly writeFd: number;
  /** Gives the pipe back, `reusable` when every writer is gone. The caller has closed both descriptors. */
  release(reusable: boolean): void;
}

/** A stock of pipes, in one folder. */
export interface OutputPipes {
  /** Fills the stock and opens one, for {@link takeNow}. Never rejects. */
  prime(): Promise<void>;
  /**
   * The same as {@link take}, from what is in stock, mostly one that was opened when the last one was given back; undefined
   * also while it is empty, which fills it. Never throws.
   */
  takeNow(): OutputPipe | undefined;
  /**
   * Opens a pipe; undefined where none can be made (no `mkfifo`, a full disk), and ordinary pipes must do.
   * Rejects with the system's error when descriptors or processes run out.
   */
  take(): Promise<OutputPipe | undefined>;
  /** Removes every pipe from the folder; those in use keep working. */
  close(): void;
}

/**
 * Takes over a folder (mode 0700, made when missing) and removes the pipes that an earlier process left
 * there. Only one process may hold the folder.
 *
 * Named pipes, because Node's own are two socket pairs: the order between standard output and standard
 * error is lost in them, and a program cannot open /dev/stderr.
 */
export function openOutputPipes(folder: string): OutputPipes {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  chmodSync(folder, 0o700);
  const removeAll = (): void => {
    for (const name of readdirSync(folder).filter((file) => file.endsWith(SUFFIX))) {
      rmSync(join(folder, name), { force: true });
    }
  };
  removeAll();

  const stock = pathStock(folder);
  let isClosed = false;
  let ready: OutputPipe | undefined;
  const openNow = (): OutputPipe | undefined => {
    const path = stock.takeNow();
    return path === undefined ? undefined : openOrNone(path, put);
  };
  const openAhead = (): void => {
    ready ??= isClosed ? undefined : openNow();
  };
  const put = (path: string | undefined): void => {
    if (path !== undefined) {
      stock.put(path);
    }
    openAhead();
  };
  return {
    prime: async () => {
      await stock.fill();
      openAhead();
    },
    takeNow: () => {
      const pipe = ready ?? openNow();
      ready = undefined;
      return pipe;
    },
    take: async () => {
      const path = await stock.take();
      return path === undefined ? undefined : openPipe(path, put);
    },
    close: () => {
      isClosed = true;
      if (ready !== undefined) {
        closeSync(ready.readFd);
        closeSync(ready.writeFd);
        ready = undefined;
      }
      removeAll();
    },
  };
}

/** Takes a pipe's path back, undefined where it must not be used again. */
type Put = (path: string | undefined) => void;

interface PathStock {
  fill(): Promise<void>;
  take(): Promise<string | undefined>;
  takeNow(): string | undefined;
  put(path: string): void;
}

function pathStock(folder: string): PathStock {
  const free: string[] = [];
  let made = 0;
  let wanted = 0;
  let making: Promise<boolean> | undefined;

  const make = async (): Promise<boolean> => {
    // Those who ask in the same turn are served by one mkfifo.
    await Promise.resolve();
    const first = made;
    made += STOCK + wanted;
    const paths = Array.from({ length: made - first }, (_, index) =>
      join(folder, `${first + index}${SUFFIX}`),
    );
    const isMade = await mkfifo(paths);
    free.push(...(isMade ? paths : []));
    return isMade;
  };

  const refill = (): Promise<boolean> => {
    making ??= make().finally(() => {
      making = undefined;
    });
    return making;
  };

  const fill = async (): Promise<void> => {
    // Whoever waits for a pipe hears what is wrong; who does not, does without.
    await refill().catch(() => false);
  };

  return {
    fill,
    takeNow: () => {
      if (free.length <= LOW) {
        refill().catch(() => false);
      }
      return free.pop();
    },
    take: async () => {
      wanted += 1;
      try {
        while (free.length === 0) {
          if (!(await refill())) {
            return undefined;
          }
        }
        return free.pop();
      } finally {
        wanted -= 1;
      }
    },
    put: (path) => free.push(path),
  };
}

function openOrNone(path: string, put: Put): OutputPipe | undefined {
  try {
    return openPipe(path, put);
  } catch {
    return undefined;
  }
}

function openPipe(path: string, put: Put): OutputPipe | undefined {
  const fds: number[] = [];
  try {
    // The reader first and without waiting: a pipe without a reader would block the writer's open.
    fds.push(openSync(path, constants.O_RDONLY | constants.O_NONBLOCK));
    fds.push(openSync(path, constants.O_WRONLY));
  } catch (error) {
    fds.forEach(closeSync);
    rmSync(path, { force: true });
    if (isExhausted(error)) {
      throw error;
    }
    return undefined;
  }
  const [readFd = -1, writeFd = -1] = fds;
  const release = (reusable: boolean): void => {
    if (!reusable) {
      rmSync(path, { force: true });
    }
    put(reusable ? path : undefined);
  };
  return { readFd, writeFd, release };
}

// False when no pipe could be made; rejects only when another try with ordinary pipes would fail as well.
function mkfifo(paths: readonly string[]): Promise<boolean> {
  const { promise, resolve, reject } = Promise.withResolvers<boolean>();
  const child = spawn('mkfifo', ['-m', '600', ...paths], { stdio: 'ignore' });
  child.once('error', (error) => (isExhausted(error) ? reject(error) : resolve(false)));
  child.once('exit', (code) => resolve(code === 0));
  return promise;
}

function isExhausted(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return ['EMFILE', 'ENFILE', 'EAGAIN', 'ENOMEM'].includes(code);
}
