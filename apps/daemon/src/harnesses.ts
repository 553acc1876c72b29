import type { HarnessDetail, HarnessVerb, HarnessView } from '@harness/protocol';
import { Refusal } from './api/refusal.ts';
import { unknownHarness } from './api/unknown-harness.ts';
import { guardsView, parkedUntil } from './guards/guards-view.ts';
import type { DurableLog } from './output/durable-log.ts';
import type { Parts } from './parts.ts';
import type { OneShot } from './runs/one-shot.ts';
import { detailOfOneShot, viewOfOneShot } from './runs/view-one-shot.ts';
import type { Unit } from './supervisor/unit.ts';
import { detailOf, viewOf } from './supervisor/view.ts';

/** Residents and one-shots by name. What takes a name throws a {@link Refusal} where no harness has it. */
export interface Harnesses {
  list(): readonly HarnessView[];
  describe(name: string, alerts: HarnessDetail['alerts']): HarnessDetail;
  /** An operator's verb; settles when it is done. */
  act(name: string, verb: HarnessVerb): Promise<HarnessView>;
  log(name: string): DurableLog;
  /** What the terminal of the run that is up shows. */
  screen(name: string): readonly string[];
  oneShot(name: string): OneShot;
}

/** Looks harnesses up for the local API. */
export function createHarnesses({ clock, store, supervisor, oneShots, guards }: Parts): Harnesses {
  function find(name: string): Found {
    const unit = supervisor.units.get(name);
    if (unit !== undefined) {
      return { kind: 'resident', unit };
    }
    const oneShot = oneShots.units.get(name);
    if (oneShot === undefined) {
      throw unknownHarness(name, [...supervisor.units.keys(), ...oneShots.units.keys()]);
    }
    return { kind: 'one_shot', unit: oneShot };
  }

  function view(found: Found): HarnessView {
    const own =
      found.kind === 'resident'
        ? viewOf(found.unit, clock)
        : viewOfOneShot(found.unit, store, oneShots.nextRunMs(found.unit.name));
    return { ...own, ...parkedUntil(guards.of(found.unit.name)) };
  }

  return {
    list: () => [
      ...[...supervisor.units.values()].map((unit) => view({ kind: 'resident', unit })),
      ...[...oneShots.units.values()].map((unit) => view({ kind: 'one_shot', unit })),
    ],
    describe(name, alerts) {
      const found = find(name);
      const own =
        found.kind === 'resident'
          ? detailOf(found.unit, view(found), alerts)
          : detailOfOneShot(found.unit, view(found), alerts);
      return { ...own, ...guardsView(found.unit.spec, guards.of(name)) };
    },
    async act(name, verb) {
      const found = find(name);
      guards.ordered(name, verb);
      await (found.kind === 'resident'
        ? supervisor.act(found.unit, verb)
        : oneShots.act(found.unit, verb));
      return view(found);
    },
    log: (name) => find(name).unit.log,
    screen(name) {
      const screen = find(name).unit.screen();
      if (screen === undefined) {
        throw new Refusal('no_screen', `${name} shows nothing on a terminal now`, {
          hint: `\`harness logs ${name}\` has what it printed`,
        });
      }
      return screen;
    },
    oneShot(name) {
      const found = find(name);
      if (found.kind === 'resident') {
        throw new Refusal('not_one_shot', `${name} has no prompt, so there are no runs of it`, {
          hint: `\`harness start ${name}\` starts it`,
        });
      }
      return found.unit;
    },
  };
}

type Found =
  | { readonly kind: 'resident'; readonly unit: Unit }
  | { readonly kind: 'one_shot'; readonly unit: OneShot };
