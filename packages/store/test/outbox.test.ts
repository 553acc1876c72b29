import { describe, expect, it } from 'vitest';
import { NOW_MS, notification, open, reopened, throwawayFolder } from './throwaway-store.ts';

const ids = (rows: readonly { readonly id: string }[]): string[] => rows.map(({ id }) => id);

describe('the outbox', () => {
  it('gives the payload its number and the numbering', () => {
    const { store } = open(throwawayFolder());
    const first = store.enqueue(notification('n1'));
    const second = store.enqueue(notification('n2'));
    expect(first).toEqual({
      seq: 1,
      storeId: store.storeId,
      payload: { id: 'n1', seq: 1, store: store.storeId },
    });
    expect(second.seq).toBe(2);
  });

  it('keeps what was recorded and not started, oldest first, over a restart', () => {
    const folder = throwawayFolder();
    const { store } = open(folder);
    store.enqueue(notification('n1', { episode: 'e1', hook: { command: ['/x'], timeoutMs: 5 } }));
    store.enqueue(notification('n2', { event: 'flapping' }));
    store.enqueue({ ...notification('n3', { event: 'test' }), harness: undefined } as never);
    store.started('n2', NOW_MS);
    const { storeId } = store;
    const next = reopened(folder, store);
    expect(next.opened).toEqual({ kind: 'opened' });
    expect(next.unstarted()).toEqual([
      {
        kind: 'notification',
        row: 1,
        id: 'n1',
        seq: 1,
        harness: 'a',
        event: 'failed',
        episode: 'e1',
        payload: { id: 'n1', seq: 1, store: storeId },
        hook: { command: ['/x'], timeoutMs: 5 },
        raisedAtMs: NOW_MS,
      },
      {
        kind: 'notification',
        row: 3,
        id: 'n3',
        seq: 3,
        event: 'test',
        payload: { id: 'n3', seq: 3, store: storeId },
        hook: { command: ['/bin/true'] },
        raisedAtMs: NOW_MS,
      },
    ]);
    expect(next.openStarted()).toMatchObject([{ id: 'n2', startedAtMs: NOW_MS }]);
  });

  it('goes on numbering where the daemon before it ended', () => {
    const folder = throwawayFolder();
    const { store } = open(folder);
    store.enqueue(notification('n1'));
    store.enqueue(notification('n2'));
    const next = reopened(folder, store);
    expect(next.storeId).toBe(store.storeId);
    expect(next.enqueue(notification('n3')).seq).toBe(3);
  });

  it('leaves no gap for a notification that cannot be made', () => {
    const { store } = open(throwawayFolder());
    const payload = (): never => {
      throw new Error('a bug');
    };
    expect(() => store.enqueue(notification('n1', { payload }))).toThrow('a bug');
    expect(() => store.enqueue(notification('n1', { payload: () => ({ big: 1n }) }))).toThrow();
    expect(store.enqueue(notification('n1')).seq).toBe(1);
  });

  it('does not record an unfinished notification twice', () => {
    const { store } = open(throwawayFolder());
    const first = store.enqueue(notification('n1'));
    expect(store.enqueue(notification('n1', { raisedAtMs: 5 }))).toEqual(first);
    expect(ids(store.unstarted())).toEqual(['n1']);
    expect(store.enqueue(notification('n2')).seq).toBe(2);
  });

  it('ends a notification once, whether it was started or not', () => {
    const folder = throwawayFolder();
    const { store } = open(folder);
    store.enqueue(notification('n1'));
    store.enqueue(notification('n2'));
    expect(store.started('n1', NOW_MS + 1)).toBe(true);
    const ending = {
      result: 'error',
      detail: { kind: 'exited', code: 7 },
      durationMs: 1.6,
      tail: 'no route',
      atMs: NOW_MS + 3,
    } as const;
    expect(store.finished('n1', ending)).toBe(true);
    expect(store.finished('n1', { ...ending, result: 'ok' })).toBe(false);
    expect(store.started('n1', NOW_MS)).toBe(false);
    const drop = { result: 'dropped', detail: { reason: 'queue_full' }, durationMs: 0 } as const;
    expect(store.finished('n2', { ...drop, atMs: NOW_MS })).toBe(true);
    const next = reopened(folder, store);
    expect(next.unstarted().concat(next.openStarted())).toEqual([]);
    expect(next.history({ limit: 2 })).toMatchObject([
      { id: 'n2', result: 'dropped', detail: { reason: 'queue_full' } },
      { id: 'n1', result: 'error', durationMs: 2, tail: 'no route', finishedAtMs: NOW_MS + 3 },
    ]);
  });

  it.each([
    ['an id that it never saw', 'ghost'],
    ['an empty id', ''],
  ])('says no to %s', (_, id) => {
    const { store } = open(throwawayFolder());
    expect(store.started(id, NOW_MS)).toBe(false);
    expect(store.finished(id, { result: 'ok', detail: {}, durationMs: 0, atMs: NOW_MS })).toBe(
      false,
    );
  });

  it('saves the memory of the harness with the notification and with its end', () => {
    const folder = throwawayFolder();
    const { store } = open(folder);
    store.enqueue(notification('n1', { memory: { version: 1, window: 'shut' } }));
    expect(store.harnesses().get('a')?.memory).toEqual({ version: 1, window: 'shut' });
    store.finished('n1', {
      result: 'timeout',
      detail: {},
      durationMs: 15_000,
      atMs: NOW_MS,
      memory: { version: 1, window: 'open' },
    });
    const next = reopened(folder, store);
    expect(next.harnesses().get('a')).toEqual({ memory: { version: 1, window: 'open' } });
  });

  it('keeps every text as it came: NUL, broken surrogates aside, quotes, four bytes', () => {
    const folder = throwawayFolder();
    const { store } = open(folder);
    const text = `it's "so"; \u0000 é ☕ 🦊 \u2028`;
    store.enqueue(notification('n1', { episode: text, payload: () => ({ text }) }));
    expect(reopened(folder, store).unstarted()).toMatchObject([
      { episode: text, payload: { text } },
    ]);
  });
});

describe('writes that belong together', () => {
  it('are all seen, and answer what the work answers', () => {
    const folder = throwawayFolder();
    const { store } = open(folder);
    const seq = store.together(() => {
      store.saveLifecycle('a', { state: 'failed' });
      const inner = store.together(() => store.enqueue(notification('n1')).seq);
      store.started('n1', NOW_MS);
      return inner;
    });
    expect(seq).toBe(1);
    const next = reopened(folder, store);
    expect(next.harnesses().get('a')).toEqual({ lifecycle: { state: 'failed' } });
    expect(ids(next.openStarted())).toEqual(['n1']);
  });

  it('are kept as far as they went when the work throws', () => {
    const folder = throwawayFolder();
    const { store } = open(folder);
    const work = (): never => {
      store.saveLifecycle('a', { state: 'failed' });
      throw new Error('a bug');
    };
    expect(() => store.together(work)).toThrow('a bug');
    store.saveGuards('a', { loop: 1 });
    expect(reopened(folder, store).harnesses().get('a')).toEqual({
      lifecycle: { state: 'failed' },
      guards: { loop: 1 },
    });
  });
});
