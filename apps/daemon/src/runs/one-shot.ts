import type { HarnessSpec } from '@harness/harness-config';
import type { Author, Exited, Intent, RunInput, State } from '@harness/supervision';
import type { DurableLog } from '../output/durable-log.ts';
import { type LiveRun, startRun } from '../supervisor/live-run.ts';
import type { UnitContext, UnitVerb } from '../supervisor/unit.ts';
import { nameSlotState } from './name-slot-state.ts';
import { readCause } from './read-cause.ts';
import type { BadRun, RunBook } from './run-book.ts';
import type { RunEnding } from './run-ending.ts';
import { HELD_SLOT, type Slot } from './slot.ts';
import type { ProgramExited, RunEnded, SlotEffect, SlotInput } from './slot-step.ts';
import { stepSlot } from './step-slot.ts';
import { teeLog } from './tee-log.ts';

/** What one-shots share with each other and with the residents. */
export interface OneShotContext
  extends Pick<UnitContext, 'border' | 'clock' | 'pacer' | 'policy' | 'request' | 'spawn'> {
  readonly book: RunBook;
  /** Makes one record of all that `work` records: a run's end and what is told of it. */
  readonly together: (work: () => void) => void;
  /** A run has come out; `streak` are the bad ones in a row. Must not throw. */
  readonly ended: (oneShot: OneShot, run: number, ending: RunEnding, streak: number) => void;
  /** Its process is another one, or none. */
  readonly processChanged: (oneShot: OneShot) => void;
  readonly intentChanged: (oneShot: OneShot) => void;
  /** Who looks at its runs as they go; nobody where it is absent. */
  readonly guards?: RunGuards;
}

/** What a one-shot tells those who look at its runs. */
export interface RunGuards {
  readonly started: (name: string) => void;
  readonly abandoned: (name: string) => void;
  /** Settles with whether the run was refused for quota, and the harness is parked for it. Must not reject. */
  readonly exited: (name: string, exit: Exited, byItself: boolean) => Promise<boolean>;
}

/** A run that was asked for. */
export interface AskedRun {
  readonly run: number;
  readonly ended: Promise<RunEnding>;
}

/** The log of the run in flight. */
export interface LiveLog {
  readonly run: number;
  readonly log: DurableLog;
  /** Aborted when nothing more is written to it. */
  readonly over: AbortSignal;
}

/** One harness with a prompt: it runs when it is asked to. */
export interface OneShot {
  readonly name: string;
  /** The configuration in force; the run in flight may have been started from an older one. */
  spec: HarnessSpec;
  readonly slot: Slot;
  readonly state: State;
  /** Whether its schedule is on. Asking for a run needs no intent. */
  readonly intent: Intent;
  /** What all its runs print. */
  readonly log: DurableLog;
  pid(): number | undefined;
  /** Kernel's start time of the process; with the pid its identity. */
  startTime(): string | undefined;
  /** When it entered its state, wall clock. */
  readonly sinceMs: number;
  /** How its runs fail; undefined where the last to come out well or badly came out well. */
  readonly badRun: BadRun | undefined;
  /** What the run in flight prints, and when that ends. */
  readonly live: LiveLog | undefined;
  screen(): readonly string[] | undefined;
  ask(trigger: string): AskedRun;
  /** Records a run that did not take place. */
  miss(why: string): void;
  /** `stop` and `restart` settle when nothing of a run is left. */
  verb(verb: UnitVerb, by: Author, why: string): Promise<void>;
  /** Runs are skipped from now on; with `cut` the one in flight is ended as `quota_parked`. */
  park(how: { readonly cut: boolean }): void;
  /** Ends a park, and nothing else that keeps runs away. */
  unpark(): void;
  /** Settles when nothing of a run is left; `resume` at once. */
  bar(kind: 'resume' | 'shutdown' | 'retire'): Promise<void>;
  dispose(): Promise<void>;
}

// A timer's most; what is later is looked at again then.
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** Takes a one-shot into the daemon. Nothing runs before a `resume`. */
export function createOneShot(
  firstSpec: HarnessSpec,
  firstIntent: Intent,
  log: DurableLog,
  context: OneShotContext,
): OneShot {
  const { clock, policy, book } = context;
  const { name } = firstSpec;
  let slot = HELD_SLOT;
  let intent = firstIntent;
  let sinceMs = clock.wallMs();
  let timer: NodeJS.Timeout | undefined;
  let process: LiveRun | undefined;
  let live: LiveLog | undefined;
  let liveIsOver = new AbortController();
  const waiters = new Map<number, (ending: RunEnding) => void>();
  const idle: (() => void)[] = [];

  function take(input: SlotInput): void {
    const { timeoutMs, onOverlap } = oneShot.spec.runs ?? NO_RULES;
    const rules = { timeoutMs, onOverlap, graceMs: policy.stopGraceMs };
    const before = slot;
    const next = stepSlot(slot, input, rules, clock.nowMs());
    slot = next.slot;
    if (nameSlotState(slot) !== nameSlotState(before)) {
      sinceMs = clock.wallMs();
    }
    for (const effect of next.effects) {
      carryOut(effect);
    }
    if (slot.current === undefined) {
      for (const answer of idle.splice(0)) {
        answer();
      }
    }
  }

  function carryOut(effect: SlotEffect): void {
    switch (effect.kind) {
      case 'start':
        context.pacer.add(() => begin(effect.run));
        break;
      case 'terminate':
        process?.terminate();
        break;
      case 'kill':
        process?.kill();
        break;
      case 'sweep':
        process?.sweep(effect.graceMs);
        break;
      case 'wake':
        wake(effect.atMs);
        break;
      case 'ended':
        conclude(effect.run, endingOf(effect));
    }
  }

  function begin(run: number): void {
    const ownLog = book.openLog(run);
    liveIsOver = new AbortController();
    live = { run, log: ownLog, over: liveIsOver.signal };
    process = startRun({
      number: run,
      label: `run ${run} `,
      request: () => context.request(oneShot.spec),
      context: context.spawn,
      log: teeLog([ownLog, log]),
      border: context.border,
      report,
    });
  }

  function report(input: RunInput): void {
    if (input.kind === 'exited' && live !== undefined) {
      explain(input, live.log).then(take, () => take(input));
    } else {
      follow(input);
    }
  }

  /** What a run's end means: why it ended, and whether its provider had refused it. */
  async function explain(input: Exited, ownLog: DurableLog): Promise<ProgramExited> {
    const { lastLine, ...rest } = input;
    const isUp = slot.current?.phase.kind === 'up';
    const [cause, refused] = await Promise.all([
      readCause(lastLine, oneShot.spec, ownLog, clock.wallMs()),
      context.guards?.exited(name, input, isUp),
    ]);
    return {
      ...rest,
      ...(refused === true ? { refused } : {}),
      ...(cause === undefined ? {} : { lastLine: cause }),
    };
  }

  function follow(input: RunInput): void {
    if (input.kind === 'cleared' || input.kind === 'spawn_failed') {
      process = undefined;
      closeLog();
    }
    if (input.kind === 'spawned') {
      context.guards?.started(name);
    } else if (input.kind === 'spawn_failed') {
      context.guards?.abandoned(name);
    }
    take(input);
    if (input.kind !== 'exited') {
      context.processChanged(oneShot);
    }
  }

  function closeLog(): void {
    const ending = liveIsOver;
    const over = (): void => ending.abort();
    live?.log.close().then(over, over);
    live = undefined;
  }

  function wake(atMs: number): void {
    clearTimeout(timer);
    const waitMs = Math.min(Math.max(0, atMs - clock.nowMs()), LONGEST_TIMER_MS);
    timer = setTimeout(() => take({ kind: 'tick' }), waitMs);
  }

  function conclude(run: number, ending: RunEnding): void {
    context.together(() => {
      const streak = book.end(run, ending);
      context.ended(oneShot, run, ending, streak);
    });
    waiters.get(run)?.(ending);
    waiters.delete(run);
  }

  function endingOf({ outcome, exit, lastLine }: RunEnded): RunEnding {
    const cause = exit?.kind === 'not_started' ? exit.reason : (lastLine ?? hindrance(outcome));
    return {
      outcome,
      ...(exit === undefined ? {} : { exit }),
      ...(cause === undefined ? {} : { cause }),
    };
  }

  function hindrance(outcome: RunEnded['outcome']): string | undefined {
    if (outcome !== 'skipped') {
      return undefined;
    }
    const other = slot.current?.run ?? slot.waiting;
    return slot.door === 'parked' || other === undefined
      ? slot.door
      : `run ${other} was still going`;
  }

  function untilIdle(input: SlotInput): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    idle.push(resolve);
    take(input);
    return promise;
  }

  const oneShot: OneShot = {
    name,
    spec: firstSpec,
    log,
    get slot() {
      return slot;
    },
    get state() {
      return nameSlotState(slot);
    },
    get intent() {
      return intent;
    },
    pid: () => process?.process()?.pid,
    startTime: () => process?.process()?.startTime,
    get sinceMs() {
      return sinceMs;
    },
    get badRun() {
      return book.badRun;
    },
    get live() {
      return live;
    },
    screen: () => process?.screen(),
    ask(trigger) {
      const run = book.begin(trigger);
      const { promise: ended, resolve } = Promise.withResolvers<RunEnding>();
      waiters.set(run, resolve);
      take({ kind: 'asked', run });
      return { run, ended };
    },
    miss(why) {
      conclude(book.begin('schedule'), { outcome: 'missed', cause: why });
    },
    async verb(verb, by, why) {
      intent = { wanted: verb !== 'stop', by, why, atMs: clock.wallMs() };
      context.intentChanged(oneShot);
      if (verb !== 'start') {
        await untilIdle({ kind: 'cancel' });
      }
    },
    park: ({ cut }) => take({ kind: 'park', cut }),
    unpark() {
      if (slot.door === 'parked') {
        take({ kind: 'open' });
      }
    },
    async bar(kind) {
      if (kind === 'resume') {
        take({ kind: 'open' });
        return;
      }
      await untilIdle({ kind: 'close', cut: kind === 'shutdown' ? 'interrupted' : 'cancelled' });
    },
    async dispose() {
      clearTimeout(timer);
      await log.close();
    },
  };
  return oneShot;
}

// A specification without a prompt has no runs; one that loses its prompt leaves this place.
const NO_RULES = { timeoutMs: 0, onOverlap: 'skip' } as const;
