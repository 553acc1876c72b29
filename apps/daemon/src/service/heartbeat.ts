import type { HeartbeatSpec } from '@harness/harness-config';
import type { HookEnd, RunningHook } from '@harness/hook-runner';
import { describeOutcome } from '@harness/notify-core';
import { admitTail } from '../border/admit-tail.ts';
import type { DaemonLog } from '../log/daemon-log.ts';
import type { RunProgram } from '../process/program-runner.ts';

/** Tells something outside, again and again, that this daemon lives and can keep its promises. */
export interface Heartbeat {
  /** Beats like this from now on, at once at first; undefined: not at all. */
  follow(spec: HeartbeatSpec | undefined): void;
  /** Beats no more; settles when nothing of a beat is left. */
  stop(): Promise<void>;
}

export interface HeartbeatOptions {
  readonly run: RunProgram;
  readonly log: DaemonLog;
  /** What the program gets as its environment. */
  readonly env: Readonly<Record<string, string>>;
  /** The border. */
  readonly admit: (text: string) => string;
  /** Why the daemon cannot keep its promises now, for a person; undefined where it can. */
  readonly trouble: () => string | undefined;
}

const TIMEOUT_MS = 10_000;

/** Whoever waits for the beats notices their absence: a beat that fails is logged, and not tried again before its time. */
export function createHeartbeat({ run, log, env, admit, trouble }: HeartbeatOptions): Heartbeat {
  let spec: HeartbeatSpec | undefined;
  let timer: NodeJS.Timeout | undefined;
  let running: RunningHook | undefined;
  let silence: string | undefined;
  let hasStopped = false;

  function beat(argv: readonly string[]): void {
    const why = trouble();
    if (why !== undefined) {
      missed(why);
    } else if (running === undefined) {
      beatOnce(argv).catch((error: unknown) =>
        log.error({ err: error }, 'heartbeat: a fault of its own'),
      );
    }
  }

  async function beatOnce(argv: readonly string[]): Promise<void> {
    running = run({ argv, env, stdin: '', timeoutMs: TIMEOUT_MS });
    const end = await running.outcome;
    // Whatever it left in the background would pile up.
    running.cancel(0);
    await running.settled;
    running = undefined;
    if (!hasStopped) {
      heard(end);
    }
  }

  function heard({ detail, tail = '' }: HookEnd): void {
    if (detail.kind !== 'exited' || detail.code !== 0) {
      const printed = admitTail(tail, admit).trim();
      missed(
        [admit(describeOutcome({ detail })), printed].filter((part) => part !== '').join(': '),
      );
    } else if (silence !== undefined) {
      silence = undefined;
      log.info('heartbeat: it beats again');
    }
  }

  function missed(why: string): void {
    if (why !== silence) {
      silence = why;
      log.warn({ why }, 'heartbeat: missed');
    }
  }

  return {
    follow(next) {
      if (!hasStopped && JSON.stringify(next) !== JSON.stringify(spec)) {
        spec = next;
        clearInterval(timer);
        if (next !== undefined) {
          timer = setInterval(() => beat(next.argv), next.intervalMs).unref();
          beat(next.argv);
        }
      }
    },
    async stop() {
      hasStopped = true;
      clearInterval(timer);
      running?.cancel(0);
      await running?.settled;
    },
  };
}
