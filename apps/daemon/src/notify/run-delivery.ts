import { type RunningHook, TAIL_BYTES } from '@harness/hook-runner';
import {
  hookEnvironment,
  type Outcome,
  type Payload,
  payloadJson,
  resultOf,
} from '@harness/notify-core';
import { admitTail, RAW_TAIL_BYTES } from '../border/admit-tail.ts';
import type { RunProgram } from '../process/program-runner.ts';
import type { Delivery } from './job.ts';

/** Runs hooks, and knows which of them are at it. */
export interface Deliverer {
  /** Runs the hook for one delivery; it is started before this returns, and makes its mark at this path. */
  run(delivery: Delivery, payload: Payload, mark: string): Promise<Outcome>;
  /** Whether the hook of this delivery has not exited yet. */
  isRunning(id: string): boolean;
  /** Gives every hook, and what it left behind, this long at most. Settles when nothing is left. */
  stop(graceMs: number): Promise<void>;
}

/** @property environment - What hooks inherit. @property admit - The border, for what a hook prints. */
export interface DelivererOptions {
  readonly run: RunProgram;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly admit: (text: string) => string;
}

const LONGEST_CHARACTER = 4;

export function createDeliverer({ run, environment, admit }: DelivererOptions): Deliverer {
  const hooks = new Set<RunningHook>();
  const ids = new Set<string>();
  // Asking the system for its variables, one by one, would cost each alert a third of a millisecond.
  const inherited = { ...environment };

  function start({ hook }: Delivery, payload: Payload, mark: string): RunningHook {
    const running = run({
      argv: hook.command,
      env: hookEnvironment(inherited, payload),
      stdin: payloadJson(payload),
      timeoutMs: hook.timeoutMs,
      mark,
    });
    hooks.add(running);
    running.settled.then(() => hooks.delete(running));
    return running;
  }

  function tailOf(raw: string): string {
    return admitTail(withoutCutWord(raw), admit);
  }

  return {
    async run(delivery, payload, mark) {
      ids.add(delivery.id);
      try {
        const { detail, durationMs, tail } = await start(delivery, payload, mark).outcome;
        return {
          result: resultOf(detail),
          detail,
          durationMs,
          ...(tail === undefined ? {} : { tail: tailOf(tail) }),
        };
      } finally {
        ids.delete(delivery.id);
      }
    },
    isRunning: (id) => ids.has(id),
    async stop(graceMs) {
      for (const hook of hooks) {
        hook.cancel(graceMs);
      }
      await Promise.all([...hooks].map(({ settled }) => settled));
    },
  };
}

/** A word that was cut at the front may be the end of a secret that nothing tells any more. */
function withoutCutWord(tail: string): string {
  if (Buffer.byteLength(tail) < RAW_TAIL_BYTES - LONGEST_CHARACTER) {
    return tail;
  }
  const word = tail.search(/\s/);
  const most = tail.length - TAIL_BYTES;
  return tail.slice(word === -1 ? most : Math.min(word, most));
}
