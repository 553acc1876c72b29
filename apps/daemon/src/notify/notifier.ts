import {
  describeFact,
  type EventName,
  endAlerts,
  endEpisodes,
  type Fact,
  type HarnessMemory,
  type OpenAlert,
  type Outcome,
  openAlerts,
} from '@harness/notify-core';
import { hookOf } from './job.ts';
import { createMemories } from './memories.ts';
import type { NotifierOptions } from './notifier-options.ts';
import { createOutbox } from './outbox.ts';
import { createOutcomeLog } from './outcome-log.ts';
import { pastOf } from './past.ts';
import { createPolicyOf } from './policy-of.ts';
import { createRetelling } from './retelling.ts';
import { createDeliverer } from './run-delivery.ts';
import { createSettling } from './settling.ts';
import { createTelling } from './telling.ts';

/** Tells people. Nothing here waits for a hook, and nothing throws into supervision. */
export interface Notifier {
  /** Something happened to a harness. */
  raise(harness: string, fact: Fact): void;
  /** The operator stopped or removed it: its alerts end, and nobody is told. */
  endAlerts(harness: string): void;
  /** Some of its troubles are over, and nobody is told. */
  endEpisodes(harness: string, events: readonly EventName[]): void;
  /** Forgets a harness altogether. */
  forget(harness: string): void;
  openAlerts(harness: string): readonly OpenAlert[];
  /** Whether a notification of this event waits for the end of its window. */
  holdsBack(harness: string, event: EventName): boolean;
  /** Runs the configured hook with a `test`; undefined where no hook is configured. */
  test(): Promise<Outcome> | undefined;
  /** Whether the hook of this delivery is running. */
  isRunning(id: string): boolean;
  /**
   * Takes up what an earlier daemon left, and begins to run hooks: call once the harnesses are known, and again when
   * the store has got to know more.
   */
  resume(): void;
  /** The `[notify]` table is another one now. */
  reconfigured(): void;
  /** No delivery starts any more; the running ones get `graceMs`. Settles when no hook is left. */
  stop(graceMs: number): Promise<void>;
  readonly depth: number;
  readonly oldestRaisedAtMs: number | undefined;
}

export function createNotifier(options: NotifierOptions): Notifier {
  const { clock, store, log, hook } = options;
  const memories = createMemories(store, clock);
  const outcomes = createOutcomeLog(log);
  const policyOf = createPolicyOf();
  const deliverer = options.deliverer ?? createDeliverer(options);
  const outbox = createOutbox({
    ...options,
    deliverer,
    ended: guarded((delivery, outcome) => settling.ended(delivery, outcome)),
    damaged: guarded((recorded) => settling.damaged(recorded)),
    fault,
    past: (delivery) => pastOf(delivery, options),
  });
  const arm = (harness: string): void => retelling.arm(harness);
  const telling = createTelling({ ...options, memories, outbox, policyOf, fault, arm });
  const { record, send } = telling;
  const settling = createSettling({ ...options, memories, outbox, outcomes, record, arm });
  const retelling = createRetelling({ ...options, memories, policyOf, send, shielded: guarded });
  let stopped = false;

  // Whatever is wrong in here must not reach supervision, which goes on without it.
  function guarded<A extends readonly unknown[]>(work: (...args: A) => void): (...args: A) => void {
    return (...args) => {
      try {
        work(...args);
      } catch (error) {
        fault(error);
      }
    };
  }

  function fault(error: unknown): void {
    log.error({ err: error }, 'notify: a fault of its own');
  }

  function change(harness: string, next: (memory: HarnessMemory) => HarnessMemory): void {
    if (memories.has(harness)) {
      memories.save(harness, next(memories.of(harness)));
      arm(harness);
    }
  }

  return {
    raise: guarded(telling.raise),
    endAlerts: guarded((harness: string) => change(harness, endAlerts)),
    endEpisodes: guarded((harness: string, events: readonly EventName[]) =>
      change(harness, (memory) => endEpisodes(memory, events)),
    ),
    forget: (harness) => {
      retelling.disarm(harness);
      memories.forget(harness);
    },
    openAlerts: (harness) => openAlerts(memories.of(harness)),
    holdsBack: (harness, event) => memories.of(harness).held.some((held) => held.event === event),
    test: () => {
      const table = hook();
      return table === undefined
        ? undefined
        : outbox.runNow(
            outbox.record({
              description: describeFact(undefined, { kind: 'tested' }),
              hook: hookOf(table, 0),
            }),
          );
    },
    isRunning: deliverer.isRunning,
    resume: guarded(() => {
      if (!stopped) {
        memories.takeIn();
        outbox.takeUp();
        outbox.open();
        settling.settleStrays();
        retelling.armAll();
      }
    }),
    reconfigured: retelling.armAll,
    stop: async (graceMs) => {
      stopped = true;
      retelling.stop();
      const idle = outbox.close();
      const gone = deliverer.stop(graceMs);
      await idle;
      // The hooks have ended: what they left in the background gets no grace of its own.
      await Promise.all([gone, deliverer.stop(0)]);
      outcomes.flush();
    },
    get depth() {
      return outbox.depth;
    },
    get oldestRaisedAtMs() {
      return outbox.oldestRaisedAtMs;
    },
  };
}
