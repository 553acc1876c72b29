import type { HarnessSpec } from '@harness/harness-config';
import {
  type Author,
  type Effect,
  type Fact,
  type Input,
  type Lifecycle,
  type Policy,
  type Rest,
  type RunInput,
  step,
} from '@harness/supervision';
import type { Border } from '../border.ts';
import type { Clock } from '../clock.ts';
import type { Draft } from '../draft.ts';
import type { DurableLog } from '../output/durable-log.ts';
import type { SpawnContext, SpawnRequest } from '../process/spawn-process.ts';
import type { StartFailure } from '../process/start-failure.ts';
import { type LiveRun, startRun } from './live-run.ts';
import type { Pacer } from './pacer.ts';

/** What an operator, a guard or the configuration may ask of a harness. */
export type UnitVerb = 'start' | 'stop' | 'restart';

/** What every harness shares with the others. */
export interface UnitContext {
  readonly clock: Clock;
  readonly policy: Policy;
  readonly pacer: Pacer;
  readonly spawn: SpawnContext;
  readonly border: Border;
  /** What to run for a specification, as things stand now. */
  readonly request: (spec: HarnessSpec) => Promise<SpawnRequest | StartFailure>;
  /** A fact to tell people; must not throw. */
  readonly tell: (harness: string, fact: Fact) => void;
  /** The lifecycle is another one than before. */
  readonly changed: (unit: Unit, before: Lifecycle) => void;
  /** Makes one write of all that `work` writes: a state that is kept must not outlive what it has to tell. */
  readonly together: (work: () => void) => void;
}

/** One harness under supervision: its lifecycle, and the hands that carry the lifecycle's effects out. */
export interface Unit {
  readonly name: string;
  /** The configuration in force; a run that is up may have been started from an older one. */
  spec: HarnessSpec;
  readonly lifecycle: Lifecycle;
  readonly log: DurableLog;
  pid(): number | undefined;
  /** Kernel's start time of the process that is up; with the pid its identity. */
  startTime(): string | undefined;
  /** What its terminal shows; undefined without one, and while nothing is up. */
  screen(): readonly string[] | undefined;
  /** When it entered its state, wall clock. */
  readonly sinceMs: number;
  /** When the newest finished run ended, wall clock. */
  readonly lastEndMs: number | undefined;
  /** What the present run was started from. */
  readonly startedFrom: HarnessSpec | undefined;
  /** Settles where the verb has led: see supervision's `Settled`. */
  verb(verb: UnitVerb, by: Author, why: string): Promise<Rest>;
  bar(kind: 'hold' | 'resume' | 'shutdown' | 'retire'): Promise<Rest>;
  awaitProof(afterMs: number): void;
  /** Forgets its timer; the unit is not used any more. */
  dispose(): Promise<void>;
}

/** Looking through the list of processes takes milliseconds: an alert that the same exit raised goes first. */
const SWEEP_AFTER_MS = 10;

/** Puts a harness under supervision. Nothing runs before a `resume` or a verb. */
export function createUnit(
  name: string,
  firstSpec: HarnessSpec,
  first: Lifecycle,
  log: DurableLog,
  context: UnitContext,
): Unit {
  const { clock, policy, pacer } = context;
  let timer: NodeJS.Timeout | undefined;
  let run: LiveRun | undefined;
  const waiters: ((rest: Rest) => void)[] = [];

  function take(input: Input): void {
    const { restart, restartDelayMs } = unit.spec;
    const before = unit.lifecycle;
    const next = step(
      before,
      input,
      { settings: { restart, restartDelayMs }, policy },
      clock.nowMs(),
    );
    unit.lifecycle = next.lifecycle;
    if (next.lifecycle.state !== before.state) {
      unit.sinceMs = clock.wallMs();
    }
    context.together(() => {
      if (next.lifecycle !== before) {
        context.changed(unit, before);
      }
      for (const effect of next.effects) {
        carryOut(effect);
      }
    });
  }

  function carryOut(effect: Effect): void {
    switch (effect.kind) {
      case 'start':
        pacer.add(() => begin(effect.run));
        break;
      case 'terminate':
        run?.terminate();
        break;
      case 'kill':
        run?.kill();
        break;
      case 'sweep':
        sweepSoon(effect.graceMs);
        break;
      case 'wake':
        wake(effect.atMs);
        break;
      case 'tell':
        context.tell(name, effect.fact);
        break;
      case 'settled':
        for (const answer of waiters.splice(0)) {
          answer(effect.as);
        }
    }
  }

  function sweepSoon(graceMs: number): void {
    const ended = run;
    setTimeout(() => ended?.sweep(graceMs), SWEEP_AFTER_MS);
  }

  function begin(number: number): void {
    unit.startedFrom = unit.spec;
    run = startRun({
      number,
      request: () => context.request(unit.spec),
      context: context.spawn,
      log,
      border: context.border,
      report,
    });
  }

  function report(input: RunInput): void {
    if (input.kind === 'exited') {
      unit.lastEndMs = clock.wallMs() - (clock.nowMs() - input.endedMs);
    } else if (input.kind === 'spawn_failed') {
      unit.lastEndMs = clock.wallMs();
    }
    take(input);
  }

  function wake(atMs: number): void {
    clearTimeout(timer);
    timer = setTimeout(() => take({ kind: 'tick' }), Math.max(0, atMs - clock.nowMs()));
  }

  function ask(input: Input): Promise<Rest> {
    return new Promise((resolve) => {
      waiters.push(resolve);
      take(input);
    });
  }

  const unit: Draft<Unit> = {
    name,
    spec: firstSpec,
    log,
    lifecycle: first,
    sinceMs: clock.wallMs(),
    lastEndMs: undefined,
    startedFrom: undefined,
    pid: () => (unit.lifecycle.process.kind === 'none' ? undefined : run?.process()?.pid),
    startTime: () => run?.process()?.startTime,
    screen: () => (unit.lifecycle.process.kind === 'none' ? undefined : run?.screen()),
    verb: (kind, by, why) => ask({ kind, order: { by, why, atMs: clock.wallMs() } }),
    bar: (kind) => ask({ kind }),
    awaitProof: (afterMs) => take({ kind: 'await_proof', afterMs }),
    async dispose() {
      clearTimeout(timer);
      await log.close();
    },
  };
  return unit;
}
