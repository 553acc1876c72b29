import type { Verdict } from '@harness/guards';
import type { Store } from '@harness/store';
import type { OneShot } from '../runs/one-shot.ts';
import { actOnOneShot, type StopOneShot } from './act-on-one-shot.ts';
import { actOnResident } from './act-on-resident.ts';
import { type GuardActions, verdictText } from './guard-actions.ts';
import type { Guarded } from './guarded.ts';
import type { Hands, Task } from './hands.ts';
import { plannedRotation } from './rotate-resident.ts';
import type { Decided, Watch } from './watch.ts';

/** What is needed to do what the guards decide. */
export interface DecisionContext extends Hands {
  readonly store: Pick<Store, 'clearPark' | 'savePark'>;
  readonly actions: GuardActions;
  readonly find: (name: string) => Guarded | undefined;
  readonly stopOneShot: StopOneShot;
  /** Parks the rest of a quota group. */
  readonly parkGroup: (name: string, park: Task<'park'>['verdict']) => void;
}

/** What was decided about one harness, done one after the other. */
export interface Decisions {
  /** Notes a decision and writes down what must not be lost, at once; what it asks for is done in its turn. */
  take(decision: Decided): void;
  /** Does something in its turn. */
  then(work: () => void | Promise<void>): void;
  /** The harness is gone: nothing more is done to it. */
  drop(): void;
  /** Settles when everything that was decided is done. */
  done(): Promise<void>;
}

export function createDecisions(
  watch: Watch,
  context: DecisionContext,
  fault: (error: unknown) => void,
): Decisions {
  const { clock, log, store, find } = context;
  const { name } = watch;
  let effects: Promise<void> = Promise.resolve();
  let isDropped = false;

  function then(work: () => void | Promise<void>): void {
    effects = effects.then(work).catch(fault);
  }

  /** What must be written down together with the decision. */
  function prepare(verdict: Verdict): void {
    if (verdict.kind === 'park') {
      const { rule, untilMs, group } = verdict;
      const since = { rule, untilMs, sinceMs: clock.wallMs() };
      store.savePark(name, group === undefined ? since : { ...since, group });
      watch.change({ ...watch.duties, parkUntold: true });
    } else if (verdict.kind === 'release') {
      const { parkUntold: _, ...duties } = watch.duties;
      store.clearPark(name);
      watch.change(duties);
      context.notifier.endEpisodes(name, ['parked']);
    } else if (verdict.kind === 'wedged') {
      const rotation = plannedRotation(watch, verdict.failedTurns, clock.wallMs());
      watch.change(rotation === undefined ? watch.duties : { ...watch.duties, rotation });
    }
  }

  /** At once: the run that waits must not slip through. */
  function closeOrOpen(oneShot: OneShot, { kind }: Verdict): void {
    if (kind === 'park') {
      // A run that was not refused itself may come to its end.
      oneShot.park({ cut: watch.wasRefused });
    } else if (kind === 'release') {
      oneShot.unpark();
    }
  }

  async function act({ verdict, on }: Decided): Promise<void> {
    const found = find(name);
    if (found === undefined || isDropped) {
      return;
    }
    const task: Task = { verdict, watch, hands: context };
    if (verdict.kind === 'park' && verdict.group !== undefined && on !== 'group_parked') {
      context.parkGroup(name, verdict);
    }
    if (found.kind === 'one_shot') {
      await actOnOneShot(found.unit, task, context.stopOneShot);
    } else if (verdict.kind !== 'release' || on !== 'ordered') {
      // An operator's verb lets it up by itself.
      await actOnResident(found.unit, task);
    }
  }

  return {
    take(decision) {
      const { verdict } = decision;
      const found = find(name);
      if (found === undefined || isDropped) {
        return;
      }
      context.actions.count(verdict);
      log.info({ harness: name, ...verdict }, verdictText(verdict));
      found.unit.log.note(verdictText(verdict));
      prepare(verdict);
      if (found.kind === 'one_shot') {
        closeOrOpen(found.unit, verdict);
      }
      then(() => act(decision));
    },
    then,
    drop() {
      isDropped = true;
    },
    done: () => effects,
  };
}
