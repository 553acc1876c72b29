import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DEFAULT_EVENTS, type Result } from '@harness/notify-core';
import { throwawayHome } from '@harness/testkit';
import { describe, expect, it } from 'vitest';
import {
  alertsCheck,
  type ExaminedHarness,
  envFilesCheck,
  intentsCheck,
} from '../../src/doctor/harness-checks.ts';
import { notifyCheck } from '../../src/doctor/notify-check.ts';
import { projectsCheck } from '../../src/doctor/projects-check.ts';

const NOW_MS = Date.parse('2026-09-25T20:15:16Z');

const harness = (more: Partial<ExaminedHarness> = {}): ExaminedHarness => ({
  name: 'a',
  enabled: true,
  failed: false,
  intent: { wanted: true, by: 'config', why: 'enabled', atMs: NOW_MS },
  envFiles: [],
  ...more,
});
const off = (by: 'operator' | 'guard'): ExaminedHarness['intent'] => ({
  wanted: false,
  by,
  why: 'it looped',
  atMs: NOW_MS - 60_000,
});

describe('the notify row', () => {
  const facts = {
    table: {
      command: ['/bin/true', '--token', 'secret-argument'],
      events: DEFAULT_EVENTS,
      timeoutMs: 15_000,
      cooldownMs: 0,
    },
    deliveries: { recent: [] },
    searchPath: '/bin',
    waiting: 0,
    countOf: (result: Result) => (result === 'ok' ? 3 : Number(result === 'dropped')),
    startedMs: NOW_MS - 120_000,
    nowMs: NOW_MS,
  };

  it('counts since the start, names the events that are off, shows argv[0] alone', async () => {
    const row = await notifyCheck(facts);
    expect(row.detail).toContain('3 ok, 1 dropped since this daemon started 2m ago');
    expect(row.detail).toContain('not told of run_failed');
    expect(row.data).toMatchObject({
      program: '/bin/true',
      events_off: ['run_failed'],
      since_start: { ok: 3, error: 0, timeout: 0, dropped: 1, suppressed: 0 },
      started: '2026-09-25T20:13:16.000Z',
    });
    expect(JSON.stringify(row)).not.toContain('secret-argument');
  });

  it('says that there was none since the start', async () => {
    const { detail } = await notifyCheck({ ...facts, countOf: () => 0 });
    expect(detail).toContain('none since this daemon started 2m ago');
  });
});

describe('the intents row', () => {
  it('is ok while all that configuration starts is on', () => {
    const others = harness({ enabled: false, intent: off('operator') });
    expect(intentsCheck([harness(), others], NOW_MS)).toMatchObject({
      status: 'ok',
      detail: '1 harness to start with the daemon, all on',
    });
  });

  it.each([
    ['operator', 'ok'],
    ['guard', 'warn'],
  ] as const)('names who turned off what configuration starts: %s is %s', (by, status) => {
    expect(intentsCheck([harness({ intent: off(by) })], NOW_MS)).toMatchObject({
      status,
      detail: `configuration starts them, but: a: off by ${by} (it looped), 1m ago`,
      data: { off: [{ name: 'a', by, why: 'it looped', since: '2026-09-25T20:14:16.000Z' }] },
    });
  });
});

describe('the alerts row', () => {
  it('tells of open alerts, of what gave up and of what a guard stopped, each once', () => {
    const alert = { event: 'failed', episode: 'e', since: '2026-09-25T20:14:16Z' } as const;
    const row = alertsCheck(
      [{ harness: 'a', alert }],
      [
        harness({ failed: true }),
        harness({ name: 'b', failed: true }),
        harness({ name: 'c', intent: off('guard') }),
        harness({ name: 'd' }),
        harness({ name: 'e', badRun: { run: 7, outcome: 'timed_out', streak: 1 } }),
        harness({ name: 'f', badRun: { run: 9, outcome: 'failed', streak: 3 } }),
      ],
      NOW_MS,
    );
    expect(row).toMatchObject({
      status: 'warn',
      detail:
        'a: failed, 1m ago; b: failed; c: stopped by a guard (it looped); e: run 7 timed_out; f: run 9 failed, the last of 3 in a row',
      data: {
        failed: ['a', 'b'],
        stopped_by_guard: ['c'],
        failing: [
          { harness: 'e', run: 7, outcome: 'timed_out', streak: 1 },
          { harness: 'f', run: 9, outcome: 'failed', streak: 3 },
        ],
      },
    });
  });
});

describe('the env_files row', () => {
  it('warns of a file that is missing, and is not there without files', async () => {
    await using home = await throwawayHome();
    const [here, gone] = [join(home.dir, 'here.env'), join(home.dir, 'gone.env')];
    await writeFile(here, 'A=1\n');
    expect(await envFilesCheck([harness()])).toEqual([]);
    expect(await envFilesCheck([harness({ envFiles: [here] })])).toMatchObject([{ status: 'ok' }]);
    expect(await envFilesCheck([harness({ envFiles: [here, gone] })])).toMatchObject([
      { status: 'warn', detail: `a: there is no ${gone}` },
    ]);
  });
});

describe('the projects row', () => {
  const project = {
    name: 'proj',
    folder: '/work/proj',
    file: '/work/proj/harness.toml',
    digest: '',
    harnesses: [],
  };

  it.each([
    [[], false, undefined, 'off'],
    [[project], false, undefined, 'ok'],
    [[project], true, undefined, 'warn'],
    [[project], false, 'the disk is full', 'warn'],
  ] as const)('of %j, changed %s, not kept for %s, is %s', (all, stale, notKept, status) => {
    expect(projectsCheck({ all, isStale: () => stale, notKept })).toMatchObject({ status });
  });
});
