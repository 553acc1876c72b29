import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type NewNotification, openStore, type Store, type Trouble } from '../src/index.ts';

export const NOW_MS: number = Date.UTC(2026, 8, 25, 20, 15, 16);

/** A folder that goes with the test. */
export function throwawayFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'store-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A store that is closed with the test, and the troubles that it told of. */
export function open(
  folder: string,
  options: { readonly flushMs?: number; readonly retryMs?: number } = {},
): { readonly store: Store; readonly troubles: readonly Trouble[] } {
  const troubles: Trouble[] = [];
  const store = openStore({
    folder,
    nowMs: () => NOW_MS,
    onTrouble: (trouble) => troubles.push(trouble),
    retryMs: 3_600_000,
    ...options,
  });
  onTestFinished(() => store.close());
  return { store, troubles };
}

/** What another daemon on the same folder would find. */
export function reopened(folder: string, before: Store): Store {
  before.close();
  return open(folder).store;
}

/** A `failed` of the harness `a`, but for what is given. */
export function notification(id: string, given: Partial<NewNotification> = {}): NewNotification {
  return {
    id,
    harness: 'a',
    event: 'failed',
    payload: (seq, store) => ({ id, seq, store }),
    hook: { command: ['/bin/true'] },
    raisedAtMs: NOW_MS,
    ...given,
  };
}

/** Brings a notification through the outbox. */
export function deliver(
  store: Store,
  id: string,
  result: 'ok' | 'error' | 'timeout' | 'dropped',
  given: Partial<NewNotification> = {},
): void {
  const atMs = given.raisedAtMs ?? NOW_MS;
  store.enqueue(notification(id, given));
  if (result !== 'dropped') {
    store.started(id, atMs);
  }
  store.finished(id, { result, detail: { kind: 'exited', code: 0 }, durationMs: 12, atMs });
}
