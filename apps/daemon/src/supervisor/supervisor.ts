import type { HarnessSpec } from '@harness/harness-config';
import type { Store, StoredHarness } from '@harness/store';
import {
  type Fact,
  type Intent,
  initial,
  type Lifecycle,
  type Remembered,
  type Rest,
  remember,
  wantsStart,
} from '@harness/supervision';
import type { Clock } from '../clock.ts';
import type { DaemonLog } from '../log/daemon-log.ts';
import { inBackground } from '../log/in-background.ts';
import type { DurableLog } from '../output/durable-log.ts';
import type { Predecessors } from './predecessors.ts';
import { createUnit, type Unit, type UnitContext, type UnitVerb } from './unit.ts';

/** Every harness under supervision. */
export interface Supervisor {
  readonly units: ReadonlyMap<string, Unit>;
  /** Adds, changes and removes harnesses until they are those of the configuration. */
  apply(specs: ReadonlyMap<string, HarnessSpec>): void;
  /** An operator's verb; settles when it is done. */
  act(unit: Unit, verb: UnitVerb): Promise<Rest>;
  /** Stops every harness and changes no intent; settles when their processes are gone. */
  shutdown(): Promise<void>;
}

export interface SupervisorOptions {
  readonly clock: Clock;
  readonly store: Store;
  readonly log: DaemonLog;
  readonly predecessors: Predecessors;
  readonly context: Omit<UnitContext, 'changed' | 'tell'>;
  readonly openLog: (harness: string) => DurableLog;
  readonly tell: (harness: string, fact: Fact) => void;
  /** The operator stopped it, or took it out of the configuration. */
  readonly dismissed: (harness: string) => void;
  /** It is in the configuration no more, and nothing of it runs. */
  readonly removed: (harness: string) => void;
  /** Its lifecycle is another one than before; must not throw. */
  readonly followed: (unit: Unit, before: Lifecycle) => void;
  /** Nothing of an earlier harness of its name is left: lets it up, or keeps it down. */
  readonly enter: (harness: string) => void;
}

export function createSupervisor(options: SupervisorOptions): Supervisor {
  const { clock, store, log, predecessors, openLog, dismissed } = options;
  const units = new Map<string, Unit>();
  const stored = store.harnesses();
  const context: UnitContext = { ...options.context, tell: options.tell, changed };

  function changed(unit: Unit, before: Lifecycle): void {
    const { lifecycle } = unit;
    if (lifecycle.intent !== before.intent) {
      store.saveIntent(unit.name, lifecycle.intent);
    }
    if (
      lifecycle.ended !== before.ended ||
      lifecycle.streak !== before.streak ||
      lifecycle.proofMs !== before.proofMs
    ) {
      store.saveLifecycle(unit.name, remember(lifecycle));
    }
    if (lifecycle.process.kind !== before.process.kind) {
      recordProcess(unit);
    }
    if (lifecycle.state !== before.state) {
      log.info({ harness: unit.name, from: before.state, to: lifecycle.state }, 'state changed');
    }
    options.followed(unit, before);
  }

  function recordProcess(unit: Unit): void {
    const { kind } = unit.lifecycle.process;
    const [pid, startTime] = [unit.pid(), unit.startTime()];
    if (kind === 'up' && pid !== undefined && startTime !== undefined) {
      store.recordProcess({
        harness: unit.name,
        pid,
        startTime,
        startedAtMs: clock.wallMs(),
      });
    } else if (kind === 'none') {
      store.forgetProcess(unit.name);
    }
  }

  function add(spec: HarnessSpec): void {
    const lifecycle = firstLifecycle(spec, stored.get(spec.name), clock.wallMs());
    const unit = createUnit(spec.name, spec, lifecycle, openLog(spec.name), context);
    units.set(spec.name, unit);
    inBackground(
      predecessors.gone(spec.name).then(() => {
        if (unit.lifecycle.barrier === 'held') {
          options.enter(spec.name);
        }
      }),
      log,
    );
  }

  async function retire(unit: Unit): Promise<void> {
    await unit.bar('retire');
    // Put back into the configuration meanwhile.
    if (unit.lifecycle.barrier === 'retired') {
      units.delete(unit.name);
      stored.delete(unit.name);
      store.dropHarness(unit.name);
      options.removed(unit.name);
      await unit.dispose();
    }
  }

  function change(unit: Unit, spec: HarnessSpec): void {
    const { enabled } = unit.spec;
    const { barrier, intent } = unit.lifecycle;
    unit.spec = spec;
    if (barrier === 'retired') {
      inBackground(unit.bar('resume'), log);
    } else if (spec.enabled && !enabled && intent.by === 'config' && !intent.wanted) {
      // Enabled by an edit, and nobody has decided otherwise: the same as a new one.
      inBackground(unit.verb('start', 'config', 'enabled'), log);
    }
  }

  return {
    units,
    apply(specs) {
      for (const unit of units.values()) {
        if (!specs.has(unit.name) && unit.lifecycle.barrier !== 'retired') {
          dismissed(unit.name);
          predecessors.leaving(unit.name, retire(unit));
        }
      }
      for (const spec of specs.values()) {
        const unit = units.get(spec.name);
        if (unit === undefined) {
          add(spec);
        } else {
          change(unit, spec);
        }
      }
    },
    act(unit, verb) {
      if (verb === 'stop') {
        dismissed(unit.name);
      }
      return unit.verb(verb, 'operator', `harness ${verb}`);
    },
    async shutdown() {
      await Promise.all([...units.values()].map((unit) => unit.bar('shutdown')));
      await Promise.all([...units.values()].map((unit) => unit.dispose()));
    },
  };
}

/** A harness as this daemon begins it: what an operator or a guard decided stands over the configuration. */
function firstLifecycle(
  { enabled }: HarnessSpec,
  kept: StoredHarness | undefined,
  nowMs: number,
): Lifecycle {
  const fromConfig: Intent = {
    wanted: enabled,
    by: 'config',
    why: enabled ? 'enabled' : 'not enabled',
    atMs: nowMs,
  };
  const { intent } = kept ?? {};
  const decided =
    intent !== undefined && intent.by !== 'config'
      ? { ...intent, by: authorOf(intent.by) }
      : fromConfig;
  return initial(decided, rememberedOf(kept?.lifecycle));
}

function authorOf(by: string): Intent['by'] {
  return by === 'guard' ? 'guard' : 'operator';
}

// This program's own record: it is enough to see that it is whole.
function rememberedOf(kept: unknown): Remembered | undefined {
  return typeof kept === 'object' && kept !== null && 'failed' in kept && 'streak' in kept
    ? (kept as Remembered)
    : undefined;
}

/** Whether boot is done with a harness: it has been started, or is not to be. */
export function hasBooted({ lifecycle }: Unit): boolean {
  return (
    lifecycle.process.kind !== 'starting' &&
    !(lifecycle.barrier === 'held' && wantsStart(lifecycle))
  );
}
