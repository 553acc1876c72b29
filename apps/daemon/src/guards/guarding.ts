import type { HarnessSpec } from '@harness/harness-config';
import type { HarnessVerb } from '@harness/protocol';
import type { Exited, Lifecycle } from '@harness/supervision';
import type { SpawnRequest } from '../process/spawn-process.ts';
import type { Unit } from '../supervisor/unit.ts';
import type { GuardActions } from './guard-actions.ts';
import { recallRecord } from './guard-record.ts';
import { isGuarded } from './guarded.ts';
import { createGuardian, type Guardian, type GuardianContext } from './guardian.ts';
import type { Task } from './hands.ts';
import { createLookout } from './lookout.ts';

/** The guards of every harness. Nothing here throws into supervision. */
export interface Guarding {
  /** The guardian of a harness; undefined for one that has not joined. */
  of(name: string): Guardian | undefined;
  /** What the guards have done since this daemon started. */
  readonly actions: GuardActions;
  /** Every harness that is looked after. */
  readonly all: readonly Guardian[];
  /** A run is about to start; settles when the guards are ready for it. */
  starting(spec: HarnessSpec, request: SpawnRequest): Promise<void>;
  /** The lifecycle of a resident is another one than before. */
  followed(unit: Unit, before: Lifecycle): void;
  /** The run of a one-shot is up. */
  started(name: string): void;
  /** The run of a one-shot has exited; settles with whether it was refused for quota, and so parked. */
  exited(name: string, exit: Exited, byItself: boolean): Promise<boolean>;
  /** The run of a one-shot could not be started. */
  abandoned(name: string): void;
  /** An operator's verb was accepted; call it before the verb is carried out. */
  ordered(name: string, verb: HarnessVerb): void;
  /** A harness has joined, and nothing of an earlier run is left: the guards let it go on, or keep it down. */
  enter(name: string): void;
  /** It is in the configuration no more. */
  forget(name: string): void;
  /** Whether the guards keep a harness down. */
  holds(name: string): boolean;
  /** Whether what an event told of a harness's guards is still so. */
  isStill(name: string, event: string): boolean;
  /** Begins to look at the harnesses. */
  begin(): void;
  /** Looks no more and starts nothing; settles when what was decided is done. */
  stop(): Promise<void>;
}

export interface GuardingOptions extends Omit<GuardianContext, 'parkGroup' | 'rivals' | 'woken'> {
  /** What an earlier daemon kept, by harness. */
  readonly stored: ReadonlyMap<string, { readonly guards?: unknown }>;
  /** Every harness that is configured. */
  readonly specs: () => readonly HarnessSpec[];
}

export function createGuarding(options: GuardingOptions): Guarding {
  const { log, times, find, specs } = options;
  const guardians = new Map<string, Guardian>();
  const stored = new Map(options.stored);
  const lookout = createLookout({
    ...options,
    everyMs: times.lookMs,
    all: () => guardians.keys(),
    look: (name, slept) => guardians.get(name)?.look(slept) ?? false,
    slept: () => log.warn('guards: the host slept, or this daemon was frozen'),
  });
  const context: GuardianContext = { ...options, rivals, parkGroup, woken: lookout.wake };
  let isOver = false;

  function made(name: string): Guardian {
    const known = guardians.get(name);
    if (known !== undefined) {
      return known;
    }
    const guardian = createGuardian(name, recallRecord(stored.get(name)?.guards), context);
    stored.delete(name);
    guardians.set(name, guardian);
    lookout.wake(name);
    return guardian;
  }

  function rivals(name: string): ReturnType<GuardianContext['rivals']> {
    return [...guardians.values()].flatMap(({ watch }) =>
      watch.name === name || watch.claimant === undefined ? [] : [watch.claimant],
    );
  }

  function parkGroup(name: string, { rule, untilMs, group }: Task<'park'>['verdict']): void {
    for (const spec of specs()) {
      const found = find(spec.name);
      // What an operator has stopped waits for nothing.
      const isWanted = found?.kind === 'one_shot' || found?.unit.lifecycle.intent.wanted === true;
      if (spec.quota.group === group && spec.name !== name && isWanted) {
        made(spec.name).watch.show({ kind: 'group_parked', rule, untilMs });
      }
    }
  }

  return {
    of: (name) => guardians.get(name),
    actions: options.actions,
    get all() {
      return [...guardians.values()];
    },
    async starting(spec, request) {
      try {
        if (!isOver && isGuarded(spec)) {
          await made(spec.name).starting(spec, request);
        }
      } catch (error) {
        log.error({ harness: spec.name, err: error }, 'guards: a fault of their own');
      }
    },
    followed(unit, before) {
      if (!isOver) {
        guardians.get(unit.name)?.followed(before, unit.lifecycle);
      }
    },
    started: (name) => guardians.get(name)?.started(),
    exited: async (name, exit, byItself) =>
      isOver ? false : ((await guardians.get(name)?.exited(exit, byItself)) ?? false),
    abandoned: (name) => guardians.get(name)?.abandoned(),
    ordered: (name, verb) => guardians.get(name)?.ordered(verb),
    enter: (name) => made(name).enter(),
    forget(name) {
      guardians.get(name)?.leave();
      guardians.delete(name);
    },
    holds: (name) => guardians.get(name)?.isHeld() ?? false,
    isStill(name, event) {
      const watch = guardians.get(name)?.watch;
      switch (event) {
        case 'parked':
          return watch?.guards.quota.park !== undefined;
        case 'session_rotated':
          return watch?.duties.stuck !== undefined;
        case 'stalled': {
          const episode = watch?.guards.stall.episode;
          return episode === 'left_running' || episode === 'left_alone';
        }
        default:
          return false;
      }
    },
    begin: lookout.begin,
    async stop() {
      isOver = true;
      lookout.stop();
      await Promise.all([...guardians.values()].map((guardian) => guardian.idle()));
    },
  };
}
