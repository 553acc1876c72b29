import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { env } from 'node:process';
import { fileURLToPath } from 'node:url';
import { NOTIFIED_EVENTS, RESULTS } from '@harness/notify-core';
import { type RecordedNotification, STORE_FILE } from '@harness/store';
import { waitFor, writeScript } from '@harness/testkit';
import { afterAll, describe, expect, it } from 'vitest';
import { hooksHaveBegun } from '../../src/notify/hooks-have-begun.ts';
import { type MortalNotifier, mortalNotifier } from './mortal-notifier.ts';

// One for all: what a test of many that run side by side leaves to its end may meet another's.
const base = mkdtempSync(join(tmpdir(), 'crash-'));
afterAll(() => rmSync(base, { recursive: true, force: true }));

const CHILD = fileURLToPath(new URL('./crash-child.ts', import.meta.url));

/** Writes down what it is told, or that it was on its way to, and kills the daemon if it is to die here. */
function recordingHook(folder: string): Promise<string> {
  const log = join(folder, 'hook.log');
  return writeScript(
    folder,
    'hook',
    `cat >/dev/null
echo "$HARNESS_NOTIFY_ID $HARNESS_NOTIFY_EVENT $HARNESS_NOTIFY_HARNESS" >>'${log}'
[ "$KILL_AT" = "in $HARNESS_NOTIFY_EVENT $HARNESS_NOTIFY_HARNESS" ] && kill -9 $PPID
exit 0
`,
  );
}

async function liveAndDie(folder: string, ...words: readonly string[]): Promise<void> {
  const args = ['--conditions=@harness/source', CHILD, folder, ...words];
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...env, NODE_COMPILE_CACHE: join(base, 'compiled') },
  });
  const [code, signal] = await once(child, 'exit');
  expect({ code, signal }).toEqual({ code: null, signal: 'SIGKILL' });
}

function rowsOf({ store }: MortalNotifier): readonly RecordedNotification[] {
  return store
    .history({ limit: 99 })
    .filter((entry) => entry.kind === 'notification')
    .toReversed();
}

function told(folder: string): readonly (readonly string[])[] {
  const log = readFileSync(join(folder, 'hook.log'), 'utf8');
  return log
    .split('\n')
    .slice(0, -1)
    .map((line) => line.split(' '));
}

function countsOf({ metrics }: MortalNotifier): Record<string, number> {
  const pairs = NOTIFIED_EVENTS.flatMap((event) => RESULTS.map((result) => ({ event, result })));
  return Object.fromEntries(
    pairs
      .map(({ event, result }) => [`${event} ${result}`, metrics.count(event, result)] as const)
      .filter(([, count]) => count > 0),
  );
}

const KILL_POINTS = [
  'after enqueue 2',
  'after saveMemory 1',
  'after enqueue 3',
  'before run 1',
  'after run 1',
  'before started 1',
  'after started 1',
  'in flapping a',
  'before finished 1',
  'after finished 1',
  'in failed a',
  'before enqueue 4',
  'after enqueue 4',
  'before run 4',
  'before started 4',
  'in recovered a',
  'after together 4',
];

/** How many hooks may have begun of which the store does not know: that of `b` runs beside those of `a`. */
function begunAt(killAt: string): readonly number[] {
  switch (killAt.split(' ').slice(0, 2).join(' ')) {
    case 'after run':
      return [1];
    case 'before started':
      return [1, 2];
    case 'after started':
      return [0, 1];
    default:
      return killAt.startsWith('in') ? [0, 1, 2] : [0];
  }
}

const DEATHS = ['forking', 'forkless'].flatMap((means) =>
  KILL_POINTS.map((killAt) => ({ means, killAt })),
);

describe.concurrent('a daemon that is killed', { timeout: 600_000 }, () => {
  it.each(DEATHS)(
    '$killAt, $means: forgets nothing, repeats nothing, keeps the order',
    async ({ means, killAt }) => {
      const folder = mkdtempSync(join(base, 'home-'));
      const hook = await recordingHook(folder);
      await liveAndDie(folder, hook, killAt, means);

      await hooksHaveBegun(join(folder, STORE_FILE));
      const next = mortalNotifier(folder, hook, '');
      const left = rowsOf(next);
      const begun = left
        .filter(({ id, startedAtMs }) => startedAtMs === undefined && next.begun.has(id))
        .map(({ id }) => id);
      expect(begunAt(killAt)).toContain(begun.length);
      const inHistoryBefore = next.store.counts();
      next.notifier.resume();
      await waitFor('nothing is under way', () => rowsOf(next).every(({ result }) => result));
      await next.notifier.stop(5000);
      expect(readdirSync(join(folder, 'begun'))).toEqual([]);
      const rows = rowsOf(next);
      const hits = told(folder);

      for (const before of left) {
        const row = rows.find(({ id }) => id === before.id);
        const runs = hits.filter(([id]) => id === before.id).length;
        if (before.startedAtMs === undefined && !begun.includes(before.id)) {
          expect({ runs, result: row?.result }).toEqual({ runs: 1, result: 'ok' });
        } else if (before.result === undefined) {
          // Of a hook that has only just begun nobody can say what it came to.
          expect(runs).toBeLessThanOrEqual(1);
          expect(row).toMatchObject({
            result: 'error',
            detail: { reason: 'daemon stopped during delivery' },
          });
        } else {
          expect({ runs, result: before.result }).toEqual({ runs: 1, result: 'ok' });
        }
      }
      expect(rows.map(({ seq }) => seq)).toEqual(rows.map((_, index) => index + 1));
      const ofA = hits.filter(([, , harness]) => harness === 'a').map(([, event]) => event);
      const order = ['flapping', 'failed', 'recovered'];
      expect(ofA).toEqual(order.filter((event) => ofA.includes(event)));

      const failed = rows.find(({ event, harness }) => event === 'failed' && harness === 'a');
      const wasBack = rows.length > 2 || killAt === 'after saveMemory 1';
      const recovered = rows.some(({ event }) => event === 'recovered');
      expect(recovered).toBe(wasBack && failed?.result === 'ok');

      const inHistory = Object.fromEntries(
        next.store.counts().map(({ event, result, count }) => {
          const earlier = inHistoryBefore.find(
            (one) => one.event === event && one.result === result,
          );
          return [`${event} ${result}`, count - (earlier?.count ?? 0)];
        }),
      );
      expect(countsOf(next)).toEqual(
        Object.fromEntries(Object.entries(inHistory).filter(([, count]) => count > 0)),
      );
      next.store.close();
    },
  );
});
