import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore, type Store } from '@harness/store';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readHistory } from '../../src/notify/read-history.ts';

const WALL_MS = Date.parse('2026-09-25T20:15:16Z');
// The clock that never steps stands elsewhere than the wall clock.
const CLOCK = { wallMs: () => WALL_MS, nowMs: () => WALL_MS - 3_600_000 };

let folder = '';
let store: Store;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'history-'));
  store = openStore({ folder, nowMs: () => WALL_MS, onTrouble: () => undefined });
});
afterEach(() => {
  store.close();
  rmSync(folder, { recursive: true, force: true });
});

function recorded(id: string): void {
  store.enqueue({
    id,
    harness: 'a',
    event: 'failed',
    payload: () => ({ version: 1, message: `a failed, ${id}` }),
    hook: {},
    raisedAtMs: WALL_MS,
  });
}

function read(cooldownMs: number | undefined = 900_000): ReturnType<typeof readHistory> {
  return readHistory({ limit: 10 }, { store, clock: CLOCK, cooldownMs });
}

describe('the history of notifications', () => {
  it('says of each delivery where it is and how it ended', () => {
    for (const id of ['waits', 'runs', 'ended', 'broke']) {
      recorded(id);
    }
    const tail = 'no route\n';
    store.started('runs', WALL_MS + 1);
    for (const [id, code, result] of [
      ['ended', 0, 'ok'],
      ['broke', 7, 'error'],
    ] as const) {
      store.started(id, WALL_MS + 1);
      const detail = { kind: 'exited', code };
      store.finished(id, { result, detail, durationMs: 5, tail, atMs: WALL_MS + 6 });
    }
    const [broke, ended, runs, waits] = read();
    expect(waits).toMatchObject({
      message: 'a failed, waits',
      raisedAt: '2026-09-25T20:15:16.000Z',
    });
    expect(waits).not.toHaveProperty('startedAt');
    expect(runs).toMatchObject({ startedAt: '2026-09-25T20:15:16.001Z' });
    expect(runs).not.toHaveProperty('result');
    expect(ended).toMatchObject({ result: 'ok', detail: 'exited with 0', durationMs: 5 });
    expect(ended).not.toHaveProperty('tail');
    expect(broke).toMatchObject({ result: 'error', detail: 'exited with 7', tail });
  });

  it('counts in what was held back a moment ago, and says until when the window is open', () => {
    const held = { harness: 'a', event: 'flapping', window: CLOCK.nowMs() - 60_000 } as const;
    store.heldBack({ ...held, reason: 'suppressed', atMs: WALL_MS });
    store.heldBack({ ...held, reason: 'suppressed', atMs: WALL_MS });
    expect(read()).toMatchObject([
      { result: 'suppressed', count: 2, untilAt: '2026-09-25T20:29:16.000Z' },
    ]);
    expect(read(60_000)).toMatchObject([{ untilAt: '2026-09-25T20:15:16.000Z' }]);
    expect(
      readHistory({ limit: 10 }, { store, clock: CLOCK, cooldownMs: undefined })[0],
    ).not.toHaveProperty('untilAt');
  });

  it('names no end for what nobody subscribed to', () => {
    store.heldBack({
      harness: 'a',
      event: 'run_failed',
      window: 0,
      reason: 'unwanted',
      atMs: WALL_MS,
    });
    expect(read()).toMatchObject([{ result: 'unwanted', count: 1 }]);
    expect(read()[0]).not.toHaveProperty('untilAt');
  });
});
