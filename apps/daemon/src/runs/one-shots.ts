import type { HarnessSpec } from '@harness/harness-config';
import type { Fact } from '@harness/notify-core';
import type { ThrowawayMessage, ThrowawayRequest } from '@harness/protocol';
import type { Store, StoredHarness } from '@harness/store';
import type { Author, Intent } from '@harness/supervision';
import type { Clock } from '../clock.ts';
import type { DaemonLog } from '../log/daemon-log.ts';
import { inBackground } from '../log/in-background.ts';
import type { DurableLog } from '../output/durable-log.ts';
import { openTimetable, type Timetable } from '../schedule/timetable.ts';
import { markStart } from '../supervisor/mark-start.ts';
import type { Predecessors } from '../supervisor/predecessors.ts';
import type { UnitVerb } from '../supervisor/unit.ts';
import { createClientLog } from './client-log.ts';
import { createOneShot, type OneShot, type OneShotContext, type RunGuards } from './one-shot.ts';
import { type OneShotMemory, oneShotMemoryOf } from './one-shot-memory.ts';
import { removeLog } from './remove-log.ts';
import { badOutcome, type RunBook, type RunBookOptions } from './run-book.ts';
import type { RunEnding } from './run-ending.ts';
import { createThrowaway, throwawayName } from './throwaway.ts';

/** Every harness with a prompt, and the throwaway ones. */
export interface OneShots {
  readonly units: ReadonlyMap<string, OneShot>;
  /** When its schedule fires next, wall clock. */
  nextRunMs(name: string): number | undefined;
  /** Adds, changes and removes one-shots until they are those of the configuration. */
  apply(specs: ReadonlyMap<string, HarnessSpec>): void;
  /** A verb, an operator's unless it says otherwise; settles when it is done. */
  act(oneShot: OneShot, verb: UnitVerb, by?: Author, why?: string): Promise<void>;
  /**
   * Runs a command as a harness of its own, which is gone when that has ended. `sink` hears of it; when `signal` aborts
   * the command is ended.
   */
  throwaway(
    request: ThrowawayRequest,
    isTaken: (name: string) => boolean,
    sink: (message: ThrowawayMessage) => Promise<void>,
    signal: AbortSignal,
  ): Promise<void>;
  /** Settles when nothing of a one-shot that was taken out of the configuration is left. */
  left(name: string): Promise<void>;
  /** Ends every run and changes no intent; settles when their processes are gone. */
  shutdown(): Promise<void>;
}

export interface OneShotsOptions {
  readonly clock: Clock;
  readonly store: Store;
  readonly log: DaemonLog;
  readonly predecessors: Predecessors;
  readonly context: Omit<OneShotContext, 'book' | 'ended' | 'intentChanged' | 'processChanged'>;
  readonly openLog: (harness: string) => DurableLog;
  readonly openBook: (
    options: Pick<RunBookOptions, 'harness' | 'keepRuns' | 'saveStreak' | 'streak'>,
  ) => RunBook;
  /** A run came out badly; must not throw. */
  readonly tell: (harness: string, fact: Extract<Fact, { kind: 'run_ended' }>) => void;
  /** It is in the configuration no more, and nothing of it runs. */
  readonly removed: (harness: string) => void;
  /** Nothing of an earlier harness of its name is left: whether its runs may start. */
  readonly enter: (harness: string) => 'open' | 'parked';
  readonly guards: RunGuards;
  /** A run has come out well; must not throw. */
  readonly succeeded: (harness: string) => void;
}

interface Entry {
  readonly unit: OneShot;
  readonly timetable: Timetable;
}

export function createOneShots(options: OneShotsOptions): OneShots {
  const { clock, store, log, predecessors } = options;
  const entries = new Map<string, Entry>();
  const units = new Map<string, OneShot>();
  const stored = store.harnesses();
  const aliveMs = store.openedAfter().lastAliveMs;
  for (const { harness, runId } of store.interruptOpenRuns(clock.wallMs())) {
    log.warn({ harness, run: runId }, 'a run was cut off with the daemon before this one');
  }

  function add(spec: HarnessSpec): void {
    const { name } = spec;
    const kept = stored.get(name);
    let memory = oneShotMemoryOf(kept?.lifecycle);
    const remember = (news: Partial<OneShotMemory>): void => {
      memory = { ...memory, ...news };
      store.saveLifecycle(name, memory);
    };
    const unit = createOneShot(spec, firstIntent(kept, clock.wallMs()), options.openLog(name), {
      ...options.context,
      book: options.openBook({
        harness: name,
        keepRuns: () => unit.spec.runs?.keepRuns ?? 1,
        streak: memory.streak,
        saveStreak: (streak) => remember({ streak }),
      }),
      together: store.together,
      ended,
      processChanged: recordProcess,
      guards: options.guards,
      intentChanged: () => store.saveIntent(name, unit.intent),
    });
    const timetable = openTimetable({
      clock,
      fire: (trigger) => unit.ask(trigger),
      miss: (why) => unit.miss(why),
      kept: { ...memory.timetable, ...(aliveMs === undefined ? {} : { aliveMs }) },
      remember: (kept) => remember({ timetable: kept }),
    });
    units.set(name, unit);
    entries.set(name, { unit, timetable });
    inBackground(
      predecessors.gone(name).then(() => enter(unit, timetable)),
      log,
    );
  }

  async function enter(unit: OneShot, timetable: Timetable): Promise<void> {
    if (units.get(unit.name) === unit && unit.slot.door === 'held') {
      if (options.enter(unit.name) === 'parked') {
        unit.park({ cut: false });
      } else {
        await unit.bar('resume');
      }
      follow(unit, timetable);
    }
  }

  function follow(unit: OneShot, timetable: Timetable): void {
    timetable.follow(unit.intent.wanted ? unit.spec.runs?.schedule : undefined);
  }

  function ended(unit: OneShot, run: number, ending: RunEnding, streak: number): void {
    const { outcome, exit, cause } = ending;
    log.info({ harness: unit.name, run, outcome }, 'run ended');
    if (outcome === 'success') {
      options.succeeded(unit.name);
    }
    const bad = badOutcome(outcome);
    if (bad !== undefined) {
      const timeoutMs = unit.spec.runs?.timeoutMs;
      options.tell(unit.name, {
        kind: 'run_ended',
        runId: run,
        outcome: bad,
        streak,
        ...(exit === undefined ? {} : { exit }),
        ...(cause === undefined ? {} : { lastLine: cause }),
        ...(bad === 'failed' || timeoutMs === undefined ? {} : { timeoutMs }),
      });
    }
  }

  function recordProcess(oneShot: OneShot): void {
    const { name } = oneShot;
    const [pid, startTime] = [oneShot.pid(), oneShot.startTime()];
    if (pid === undefined || startTime === undefined) {
      store.forgetProcess(name);
    } else {
      store.recordProcess({ harness: name, pid, startTime, startedAtMs: clock.wallMs() });
    }
  }

  async function retire({ unit, timetable }: Entry): Promise<void> {
    timetable.close();
    entries.delete(unit.name);
    units.delete(unit.name);
    stored.delete(unit.name);
    await unit.bar('retire');
    await unit.dispose();
    // Put back into the configuration meanwhile: what is kept of it belongs to the new one.
    if (!units.has(unit.name)) {
      store.dropHarness(unit.name);
      options.removed(unit.name);
    }
  }

  function change({ unit, timetable }: Entry, spec: HarnessSpec): void {
    unit.spec = spec;
    if (unit.slot.door !== 'held') {
      follow(unit, timetable);
    }
  }

  return {
    units,
    nextRunMs: (name) => entries.get(name)?.timetable.nextMs,
    apply(specs) {
      for (const entry of entries.values()) {
        if (!specs.has(entry.unit.name)) {
          predecessors.leaving(entry.unit.name, retire(entry));
        }
      }
      for (const spec of specs.values()) {
        const entry = entries.get(spec.name);
        if (entry === undefined) {
          add(spec);
        } else {
          change(entry, spec);
        }
      }
    },
    async act(unit, verb, by = 'operator', why = `harness ${verb}`) {
      const done = unit.verb(verb, by, why);
      const entry = entries.get(unit.name);
      if (entry !== undefined) {
        follow(unit, entry.timetable);
      }
      await done;
    },
    async throwaway(request, isTaken, sink, signal) {
      const name = throwawayName((one) => isTaken(one) || units.has(one));
      const { oneShot, run } = createThrowaway({
        request,
        name,
        context: { ...options.context, processChanged: recordProcess },
        mark: (start) => markStart(name, start, store, clock.wallMs()),
        log: options.openLog(name),
        clientLog: createClientLog((text) => sink({ kind: 'output', text })),
      });
      const end = (): void => inBackground(oneShot.verb('stop', 'operator', 'hung up'), log);
      units.set(name, oneShot);
      signal.addEventListener('abort', end, { once: true });
      await sink({ kind: 'started', name });
      const ended = await run();
      units.delete(name);
      await oneShot.dispose();
      removeLog(oneShot.log.path);
      await sink({ kind: 'ended', run: ended });
    },
    left: predecessors.gone,
    async shutdown() {
      for (const { timetable } of entries.values()) {
        timetable.close();
      }
      await Promise.all([...units.values()].map((unit) => unit.bar('shutdown')));
      await Promise.all([...units.values()].map((unit) => unit.dispose()));
    },
  };
}

/** A schedule is on until an operator or a guard turns it off. */
function firstIntent(kept: StoredHarness | undefined, nowMs: number): Intent {
  const { intent } = kept ?? {};
  return intent !== undefined && intent.by !== 'config'
    ? { ...intent, by: intent.by === 'guard' ? 'guard' : 'operator' }
    : { wanted: true, by: 'config', why: 'configured', atMs: nowMs };
}
