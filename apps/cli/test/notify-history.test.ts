import type { NotificationView } from '@harness/protocol';
import { expect, it } from 'vitest';
import { fakeDaemon, UNKNOWN } from './fake-daemon.ts';
import { harness, throwaway } from './home.ts';

const DELIVERED: NotificationView = {
  kind: 'delivery',
  row: 4,
  id: '01k6',
  seq: 3,
  harness: 'worker',
  event: 'failed',
  message: 'worker failed: gave up',
  raisedAt: '2026-09-25T20:15:16.100Z',
  startedAt: '2026-09-25T20:15:16.101Z',
  finishedAt: '2026-09-25T20:15:16.200Z',
  result: 'ok',
  detail: 'exited with 0',
  durationMs: 99,
};
const BROKEN: NotificationView = {
  ...DELIVERED,
  row: 5,
  result: 'error',
  detail: 'exited with 7',
  tail: 'no route\n',
};
const WAITING: NotificationView = {
  kind: 'delivery',
  row: 6,
  id: '01k7',
  seq: 4,
  event: 'test',
  message: 'a test',
  raisedAt: '2026-09-25T20:16:00Z',
};
const HELD: NotificationView = {
  kind: 'held_back',
  row: 7,
  harness: 'worker',
  event: 'flapping',
  result: 'suppressed',
  count: 3,
  firstAt: '2026-09-25T20:17:00Z',
  lastAt: '2026-09-25T20:18:00Z',
  untilAt: '2126-09-25T20:30:00Z',
};
const UNWANTED: NotificationView = {
  kind: 'held_back',
  row: 8,
  harness: 'worker',
  event: 'run_failed',
  result: 'unwanted',
  count: 1,
  firstAt: '2026-09-25T20:19:00Z',
  lastAt: '2026-09-25T20:19:00Z',
};
const NEWEST_FIRST = [UNWANTED, HELD, WAITING, BROKEN, DELIVERED];

it('notify history: one line an entry, the newest last, with what became of it', async () => {
  const home = throwaway();
  await fakeDaemon(home, {
    'GET /v1/notifications?lines=20': [200, { notifications: NEWEST_FIRST, events: ['failed'] }],
  });
  const { code, out } = await harness(home, ['notify', 'history']);
  expect(code).toBe(0);
  expect(out.trimEnd().split('\n')).toEqual([
    expect.stringMatching(/^2026-09-25T20:15:16Z +ok +failed +worker +worker failed: gave up$/),
    expect.stringMatching(/^2026-09-25T20:15:16Z +error +failed +worker +\(exited with 7\) worker/),
    expect.stringMatching(/^2026-09-25T20:16:00Z +waiting +test +- +a test$/),
    expect.stringMatching(/^2026-09-25T20:18:00Z +suppressed +flapping +worker +3 times since/),
    expect.stringMatching(/^2026-09-25T20:19:00Z +unwanted +run_failed +worker +once$/),
  ]);
  const asJson = await harness(home, ['notify', 'history', '--json']);
  expect(JSON.parse(asJson.out)).toEqual({ notifications: NEWEST_FIRST, events: ['failed'] });
});

it('notify history: hands every filter over', async () => {
  const home = throwaway();
  const asked = await fakeDaemon(home, {
    'GET /v1/notifications?harness=p%2Fa&event=failed&result=unwanted&since=2026-09-25T20%3A15%3A16.000Z&lines=3':
      [200, { notifications: [] }],
  });
  const filters = ['--harness', 'p/a', '--event', 'failed', '--result', 'unwanted', '-n', '3'];
  const since = ['--since', '2026-09-25T20:15:16Z'];
  const { code, out, err } = await harness(home, ['notify', 'history', ...filters, ...since]);
  expect({ code, out, asked: asked.length }).toEqual({ code: 0, out: '', asked: 1 });
  expect(err).toContain('no notification is on record that fits');
});

it.each([
  ['90m', 90 * 60_000],
  ['1h30m', 90 * 60_000],
  ['2d', 2 * 86_400_000],
])('notify history: takes --since %s as an age', async (since, ageMs) => {
  const home = throwaway();
  const asked = await fakeDaemon(home, {});
  const nowMs = Date.now();
  await harness(home, ['notify', 'history', '--since', since]);
  const query = new URLSearchParams(asked[0]?.split('?')[1]);
  const askedMs = Date.parse(query.get('since') ?? '');
  expect(askedMs - (nowMs - ageMs)).toBeGreaterThanOrEqual(0);
  expect(askedMs - (nowMs - ageMs)).toBeLessThan(60_000);
});

it.each([
  ['--event', 'exploded'],
  ['--result', 'good'],
  ['--since', 'yesterday'],
  ['--since', '9999999999999d'],
  ['--since', ''],
  ['--lines', '-1'],
  ['--lines', 'x'],
])('notify history: %s %j is used wrongly', async (option, value) => {
  const { code } = await harness(throwaway(), ['notify', 'history', `${option}=${value}`]);
  expect(code).toBe(2);
});

it('notify history: no text moves the cursor, as text and as JSON', async () => {
  const home = throwaway();
  const evil = '\u001b]0;x\u0007\u009b2J\u202e\n';
  const entry = { ...BROKEN, message: evil, tail: evil, detail: evil };
  const notifications = [entry];
  await fakeDaemon(home, {
    'GET /v1/notifications?lines=20': [200, { notifications }],
    'GET /v1/notifications?harness=worker&lines=20': [200, { notifications }],
  });
  for (const words of [['history'], ['why', 'worker']]) {
    for (const more of [[], ['--json']]) {
      const { out } = await harness(home, ['notify', ...words, ...more]);
      expect(out).not.toBe('');
      expect(out.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u202e]/u);
    }
  }
  const asJson = await harness(home, ['notify', 'history', '--json']);
  expect(JSON.parse(asJson.out).notifications).toEqual(notifications);
});

it('notify why: tells of each event whether somebody was told, and why not', async () => {
  const home = throwaway();
  await fakeDaemon(home, {
    'GET /v1/notifications?harness=worker&lines=20': [
      200,
      { notifications: NEWEST_FIRST, events: ['failed', 'flapping'] },
    ],
  });
  const { out } = await harness(home, ['notify', 'why', 'worker']);
  expect(out).toMatch(/run_failed: not subscribed, once: events does not list run_failed/);
  expect(out).toMatch(
    /flapping: held back 3 times since .*inside the cooldown until 2126-09-25T20:30:00Z, for another/,
  );
  expect(out).toMatch(/test: waits for a worker/);
  expect(out).toMatch(/nobody was told, the hook failed \(exited with 7\); it printed "no route"/);
  expect(out).toMatch(/failed: delivered, the hook took 99ms: worker failed: gave up/);
  expect(out).toMatch(/people are told of failed, flapping\n$/);
});

it('notify why: says that nothing happened, and that notify is off', async () => {
  const home = throwaway();
  await fakeDaemon(home, {
    'GET /v1/notifications?harness=worker&lines=20': [200, { notifications: [] }],
  });
  const { out } = await harness(home, ['notify', 'why', 'worker']);
  expect(out).toContain('worker has raised no event');
  expect(out).toContain('notify is off');
});

it('notify why: an unknown name exits 1 and suggests a near one', async () => {
  const home = throwaway();
  await fakeDaemon(home, { 'GET /v1/notifications?harness=wroker&lines=20': UNKNOWN });
  const { code, err } = await harness(home, ['notify', 'why', 'wroker']);
  expect(code).toBe(1);
  expect(err).toContain('did you mean worker');
});
