import type { StdioOptions } from 'node:child_process';
import type { OutcomeDetail } from '@harness/notify-core';
import type { SpawnLeader } from './leader.ts';
import type { OutputPipe } from './output-pipes.ts';

/** What to run, and how long it may take. */
export interface HookCommand {
  /** The program by absolute path and its arguments, handed over byte for byte, without a shell. */
  readonly argv: readonly string[];
  /** The whole environment of the hook; nothing is added or inherited. */
  readonly env: Readonly<Record<string, string>>;
  /** Written to the hook's standard input, which ends right after it. */
  readonly stdin: string;
  /** From the start of the program until its whole process group gets SIGKILL. */
  readonly timeoutMs: number;
  /** Working folder; default: the caller's own. */
  readonly cwd?: string;
  /** How much of the end of the output is kept, in bytes; default {@link TAIL_BYTES}. */
  readonly tailBytes?: number;
  /**
   * Given the three standard streams, returns the whole `stdio` of the spawn: a caller that holds descriptors
   * without close-on-exec puts something harmless in their places. Default: the three, and nothing else.
   */
  readonly arrangeStdio?: ArrangeStdio;
  /**
   * Asked at each start for a pipe that takes both outputs, such as {@link OutputPipes.takeNow} gives: what is printed
   * keeps its order, and the program can open `/dev/stderr` by name. Default, and where it gives undefined: two
   * pipes of Node's own, which allow neither.
   */
  readonly outputPipe?: () => OutputPipe | undefined;
  /**
   * An absolute path at which an empty file is made as the program begins: by its own process where {@link spawnLeader}
   * starts it, just before the start where Node does, if it can be made there. Where there is none, nothing of the program
   * has run, however suddenly the caller died. A refused start leaves one as well. It is the caller's to remove.
   * Default none.
   */
  readonly mark?: string;
  /**
   * Asked first to start the program, where its input is a file and its output a pipe of {@link HookCommand.outputPipe}:
   * for a caller that has a quicker way than Node, whose `spawn` copies the page tables of the process. Default, and
   * where it gives undefined: Node's `spawn`, which also says why a program cannot be started.
   */
  readonly spawnLeader?: SpawnLeader;
}

/** Extends the standard streams of a spawn by further descriptors. */
export type ArrangeStdio = (streams: readonly ('pipe' | number)[]) => Exclude<StdioOptions, string>;

/** How much of a hook's output is reported: 2 KiB of UTF-8. */
export const TAIL_BYTES = 2048;

/**
 * How a run ended: its own exit status, the signal that ended it, the deadline, a program that could
 * not be started (`code` is the system's name such as `ENOENT`, `reason` a sentence for people, never
 * quoting an argument beyond the program), or the caller's {@link RunningHook.cancel}.
 */
export type HookEndDetail = Exclude<OutcomeDetail, { readonly kind: 'dropped' }>;

/** The end of a run; the same fields however it ended. */
export interface HookEnd {
  readonly detail: HookEndDetail;
  /** From the call to the exit of the program itself, whole milliseconds. */
  readonly durationMs: number;
  /**
   * The end of what it printed on both outputs, in order of arrival, U+FFFD where it is not UTF-8.
   * Raw: not stripped, not redacted. Absent when it printed nothing.
   */
  readonly tail?: string;
}

/** A hook that has been asked to run. */
export interface RunningHook {
  /** Leader of the hook's process group; undefined until it has started, and if it never does. */
  readonly pid: number | undefined;
  /** Resolves within 1 s of the hook's own exit, whoever still holds its output. Never rejects. */
  readonly outcome: Promise<HookEnd>;
  /**
   * Resolves when nothing is left to do for this run: its process group has ended or was killed at the
   * deadline, its pipes are closed, its timers gone. Never rejects. Until then the calling process is
   * kept alive, a little over `timeoutMs` at most.
   */
  readonly settled: Promise<void>;
  /**
   * Brings the deadline forward to `graceMs` from now, if it is not nearer already. A hook that is
   * killed by it ends as `cancelled`; so does what it left in the background, silently. May be called again.
   */
  cancel(graceMs: number): void;
}
