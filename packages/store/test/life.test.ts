import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Store } from '../src/index.ts';
import { NOW_MS, notification, open, throwawayFolder } from './throwaway-store.ts';

/** What a store should know, kept in the simplest way. */
interface Model {
  readonly waiting: Set<string>;
  readonly running: Set<string>;
  readonly ended: Set<string>;
  readonly lifecycles: Map<string, number>;
  readonly runs: Map<string, number>;
}

type Step =
  | { readonly kind: 'enqueue' | 'start' | 'finish' | 'run' | 'restart' | 'lock' | 'release' }
  | { readonly kind: 'save' | 'forget'; readonly harness: string };

const harness = fc.constantFrom('a', 'b', 'constructor');
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.constant<Step>({ kind: 'enqueue' }) },
  { weight: 2, arbitrary: fc.constant<Step>({ kind: 'start' }) },
  { weight: 2, arbitrary: fc.constant<Step>({ kind: 'finish' }) },
  fc.record({ kind: fc.constant('save' as const), harness }),
  fc.record({ kind: fc.constant('forget' as const), harness }),
  fc.constantFrom<Step>(
    { kind: 'run' },
    { kind: 'restart' },
    { kind: 'lock' },
    { kind: 'release' },
  ),
);

it('knows after any life, with any refusals of the disk, all that it was told', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const life = new Life(throwawayFolder());
      for (const [number, one] of steps.entries()) {
        life.take(one, number);
        life.check();
      }
      life.restart();
      life.check();
      expect(life.store.health()).toMatchObject({ state: 'durable', backlog: 0, lost: 0 });
      life.store.close();
    }),
    { numRuns: 40 },
  );
}, 60_000);

class Life {
  store: Store;
  readonly #folder: string;
  readonly #model: Model = {
    waiting: new Set(),
    running: new Set(),
    ended: new Set(),
    lifecycles: new Map(),
    runs: new Map(),
  };
  #lock: DatabaseSync | undefined;

  constructor(folder: string) {
    this.#folder = folder;
    this.store = open(folder).store;
  }

  take(one: Step, number: number): void {
    const { waiting, running, ended, lifecycles, runs } = this.#model;
    const id = `n${number}`;
    switch (one.kind) {
      case 'enqueue':
        this.store.enqueue(notification(id));
        waiting.add(id);
        return;
      case 'start':
        move(waiting, running, (first) => this.store.started(first, number));
        return;
      case 'finish':
        move(running.size > 0 ? running : waiting, ended, (first) => this.#finish(first, number));
        return;
      case 'save':
        this.store.saveLifecycle(one.harness, { number });
        lifecycles.set(one.harness, number);
        return;
      case 'forget':
        this.store.saveLifecycle(one.harness, undefined);
        lifecycles.delete(one.harness);
        return;
      case 'run': {
        const runId = this.store.beginRun({ harness: 'a', trigger: 'x', atMs: number });
        expect(runId).toBe((runs.get('a') ?? 0) + 1);
        runs.set('a', runId);
        return;
      }
      case 'restart':
        this.restart();
        return;
      case 'lock':
        this.#lock ??= lock(this.#folder);
        return;
      case 'release':
        this.#release();
        this.store.retry();
    }
  }

  restart(): void {
    this.#release();
    this.store.close();
    this.store = open(this.#folder).store;
  }

  check(): void {
    const { waiting, running, ended, lifecycles, runs } = this.#model;
    expect(new Set(this.store.unstarted().map(({ id }) => id))).toEqual(waiting);
    expect(new Set(this.store.openStarted().map(({ id }) => id))).toEqual(running);
    expect(new Set(this.#history())).toEqual(new Set([...waiting, ...running, ...ended]));
    expect(new Set(this.store.lastDeliveries().recent.map(({ id }) => id))).toEqual(
      new Set([...ended].slice(-10)),
    );
    expect(this.store.runs({ limit: 99 })).toHaveLength(runs.get('a') ?? 0);
    const kept = [...this.store.harnesses()].map(([name, { lifecycle }]) => [name, lifecycle]);
    const told = [...lifecycles].map(([name, number]) => [name, { number }]);
    expect(Object.fromEntries(kept)).toEqual(Object.fromEntries(told));
  }

  #history(): string[] {
    return this.store
      .history({ limit: 999 })
      .map((entry) => (entry.kind === 'notification' ? entry.id : ''));
  }

  #finish(id: string, number: number): boolean {
    const atMs = NOW_MS + number;
    return this.store.finished(id, { result: 'ok', detail: {}, durationMs: 1, atMs });
  }

  #release(): void {
    this.#lock?.close();
    this.#lock = undefined;
  }
}

function move(from: Set<string>, to: Set<string>, act: (id: string) => boolean): void {
  const [first] = from;
  if (first !== undefined) {
    expect(act(first)).toBe(true);
    from.delete(first);
    to.add(first);
  }
}

function lock(folder: string): DatabaseSync {
  const other = new DatabaseSync(join(folder, 'harness.db'));
  other.exec('BEGIN IMMEDIATE');
  return other;
}
