import { describe, expect, it } from 'vitest';
import { NOW_MS, notification, open, reopened, throwawayFolder } from './throwaway-store.ts';

const OFF = { wanted: false, by: 'guard', why: 'loop', atMs: NOW_MS };

describe('what is kept of a harness', () => {
  it.each(['a', 'constructor', '__proto__', 'toString', 'p/a', 'a memory', 'sp ace\n"x"'])(
    'comes back part by part after a restart, for the name %j',
    (name) => {
      const folder = throwawayFolder();
      const { store } = open(folder);
      store.saveIntent(name, OFF);
      store.saveLifecycle(name, { version: 1, state: 'failed' });
      store.saveMemory(name, { version: 1 });
      store.saveGuards(name, { version: 2, loops: [1] });
      store.saveRestarts(name, { 100: 2 });
      store.saveIntent('other', { ...OFF, wanted: true });
      const harnesses = reopened(folder, store).harnesses();
      expect(harnesses.size).toBe(2);
      expect(harnesses.get(name)).toEqual({
        intent: OFF,
        lifecycle: { version: 1, state: 'failed' },
        memory: { version: 1 },
        guards: { version: 2, loops: [1] },
        restarts: { 100: 2 },
      });
      expect(harnesses.get('other')).toEqual({ intent: { ...OFF, wanted: true } });
    },
  );

  it('is what was saved, not what became of the object since', () => {
    const { store } = open(throwawayFolder());
    const memory = { count: 1 };
    store.saveMemory('a', memory);
    memory.count = 2;
    expect(store.harnesses().get('a')).toEqual({ memory: { count: 1 } });
  });

  it('loses a part that is saved as nothing', () => {
    const folder = throwawayFolder();
    const { store } = open(folder);
    store.saveIntent('a', OFF);
    store.saveLifecycle('a', { state: 'failed' });
    store.saveLifecycle('a', undefined);
    expect(reopened(folder, store).harnesses().get('a')).toEqual({ intent: OFF });
  });

  it('is dropped as a whole, but its process, its runs and its history stay', () => {
    const folder = throwawayFolder();
    const { store } = open(folder);
    store.saveIntent('a', OFF);
    store.saveMemory('a', { version: 1 });
    store.savePark('a', { rule: 'usage-limit', sinceMs: NOW_MS });
    store.recordProcess({ harness: 'a', pid: 12, startTime: 3, startedAtMs: NOW_MS });
    store.enqueue(notification('n1'));
    store.beginRun({ harness: 'a', trigger: 'operator', atMs: NOW_MS });
    store.dropHarness('a');
    const next = reopened(folder, store);
    expect(next.harnesses().has('a')).toBe(false);
    expect(next.parks().has('a')).toBe(false);
    expect(next.processes()).toHaveLength(1);
    expect(next.history({ limit: 9 })).toHaveLength(1);
    expect(next.runs({ limit: 9 })).toHaveLength(1);
  });
});

describe('parks and processes', () => {
  it('keeps a park until it is cleared', () => {
    const folder = throwawayFolder();
    const { store } = open(folder);
    const park = { untilMs: NOW_MS + 5, rule: 'usage-limit', sinceMs: NOW_MS, group: 'claude' };
    store.savePark('a', park);
    store.savePark('b', { rule: 'credits', sinceMs: NOW_MS });
    const next = reopened(folder, store);
    expect([...next.parks()]).toEqual([
      ['a', park],
      ['b', { rule: 'credits', sinceMs: NOW_MS }],
    ]);
    next.clearPark('a');
    expect([...reopened(folder, next).parks().keys()]).toEqual(['b']);
  });

  it('keeps the last process of a harness until it is forgotten', () => {
    const folder = throwawayFolder();
    const { store } = open(folder);
    const process = { harness: 'a', pid: 12, startTime: '99812', startedAtMs: NOW_MS };
    store.recordProcess({ ...process, pid: 11 });
    store.recordProcess(process);
    const next = reopened(folder, store);
    expect(next.processes()).toEqual([process]);
    next.forgetProcess('a');
    expect(reopened(folder, next).processes()).toEqual([]);
  });
});

describe('the daemon before', () => {
  it('is unknown in a store that is new', () => {
    const { store } = open(throwawayFolder());
    expect(store.opened).toEqual({ kind: 'created' });
    expect(store.openedAfter()).toEqual({ clean: true });
  });

  it('said goodbye when it did', () => {
    const folder = throwawayFolder();
    const { store } = open(folder);
    store.alive(NOW_MS);
    store.alive(NOW_MS + 9, { clean: true });
    expect(reopened(folder, store).openedAfter()).toEqual({
      clean: true,
      lastAliveMs: NOW_MS + 9,
    });
  });

  it('did not say goodbye when it only was alive, or died before it could say even that', () => {
    const folder = throwawayFolder();
    const { store } = open(folder);
    store.alive(NOW_MS, { clean: true });
    const second = reopened(folder, store);
    const third = reopened(folder, second);
    expect(third.openedAfter()).toEqual({ clean: false, lastAliveMs: NOW_MS });
    third.alive(NOW_MS + 5);
    expect(reopened(folder, third).openedAfter()).toEqual({
      clean: false,
      lastAliveMs: NOW_MS + 5,
    });
  });
});
