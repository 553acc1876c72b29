import { rm, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import {
  got,
  harness,
  hits,
  homes,
  metric,
  notifyTable,
  startDaemon,
  state,
  waitFor,
  writeConfig,
} from '@harness/testkit';
import { afterEach, describe, expect, it } from 'vitest';
import { eventsOf, payloadOf, QUICK, shell } from './quick.ts';

const newHome = homes(afterEach);
const LINE = 'Error: You must be logged in to use Remote Control.';

describe('a harness that gives up', () => {
  it('tells flapping, then failed once, to the letter of the manual', async () => {
    const home = await newHome();
    const script = `echo starting; echo "${LINE}" >&2; exit 1`;
    await writeConfig(home, notifyTable(home) + shell('claude-rc', script));
    await startDaemon(home, { policy: QUICK });
    const failed = await got(home, 'failed', 'claude-rc');
    const { id, seq, store, episode, time, ...payload } = payloadOf(failed);
    expect(payload).toEqual({
      version: 1,
      event: 'failed',
      harness: 'claude-rc',
      host: hostname(),
      state: 'failed',
      message: `claude-rc failed: gave up after 6 consecutive failures (last exit 1): "${LINE}" — restart with \`harness restart claude-rc\`; see \`harness logs claude-rc\``,
      cause: LINE,
      hint: 'harness logs claude-rc',
      exit_code: 1,
      restarts: 6,
      severity: 'urgent',
    });
    expect(eventsOf(await hits(home))).toEqual(['flapping', 'failed']);
    expect(await state(home, 'claude-rc')).toBe('failed');
    expect(await metric(home, 'flapping', 'suppressed')).toBe(2);
  });

  it('counts quick exits whatever their status, and says the last one', async () => {
    const home = await newHome();
    await writeConfig(
      home,
      notifyTable(home) +
        shell('zero', 'echo "Error: not logged in"; exit 0') +
        shell('done', 'echo "all done"; exit 0', 'restart = "on-failure"'),
    );
    await startDaemon(home, { policy: QUICK });
    expect(payloadOf(await got(home, 'failed', 'zero'))).toMatchObject({
      exit_code: 0,
      cause: 'Error: not logged in',
      message: expect.stringContaining('last exit 0'),
    });
    const { out } = await harness(home, ['describe', 'done', '--json']);
    expect(JSON.parse(out).harness).toMatchObject({
      state: 'stopped',
      intent: 'on',
      lastExit: { exit: { code: 0 }, line: 'all done' },
    });
    expect(await hits(home, undefined, 'done')).toEqual([]);
  });

  it('treats a program that is not there like a crash, and starts the others', async () => {
    const home = await newHome();
    const missing = Array.from(
      { length: 30 },
      (_, n) =>
        `[harness.b${n}]\nharness = "command"\nenabled = true\nargv = ["/nonexistent/agent"]\n`,
    );
    await writeConfig(home, notifyTable(home) + missing.join('') + shell('good', 'exec sleep 600'));
    const daemon = await startDaemon(home, { policy: QUICK });
    await waitFor('the good one runs', async () => (await state(home, 'good')) === 'running');
    expect(payloadOf(await got(home, 'failed', 'b7'))).toMatchObject({
      message: expect.stringContaining('could not start'),
    });
    const lines = (await daemon.log()).split('\n').length;
    expect(lines).toBeLessThan(30 * 40);
  });
});

describe('recovered', () => {
  it('is told once for an alert that was told, and lets the next failure alert at once', async () => {
    const home = await newHome();
    const fixed = join(home.dir, 'fixed');
    await writeConfig(
      home,
      notifyTable(home, 'cooldown = "15m"') +
        shell('r', `[ -e ${fixed} ] && exec sleep 600; echo down; exit 1`),
    );
    await startDaemon(home, { policy: QUICK });
    const failed = payloadOf(await got(home, 'failed', 'r'));
    await writeFile(fixed, '');
    await harness(home, ['restart', 'r']);
    expect(payloadOf(await got(home, 'recovered', 'r'))).toMatchObject({
      state: 'running',
      cause: 'failed',
      resolves: [failed['episode']],
    });
    await rm(fixed);
    await harness(home, ['restart', 'r']);
    await waitFor('a second failed', async () => (await hits(home, 'failed', 'r')).length === 2);
    expect(await hits(home, 'recovered', 'r')).toHaveLength(1);
  });

  it.each([
    { events: ['failed'], told: ['failed'] },
    { events: ['recovered'], told: [] },
  ])('is not told when only $events are wanted', async ({ events, told }) => {
    const home = await newHome();
    const fixed = join(home.dir, 'fixed');
    await writeConfig(
      home,
      notifyTable(home, `events = ${JSON.stringify(events)}`) +
        shell('r', `[ -e ${fixed} ] && exec sleep 600; echo down; exit 1`),
    );
    await startDaemon(home, { policy: QUICK });
    await waitFor('it failed', async () => (await state(home, 'r')) === 'failed');
    await writeFile(fixed, '');
    await harness(home, ['restart', 'r']);
    const { out } = await harness(home, ['doctor', '--notify-test', '--json']);
    expect(JSON.parse(out).status).not.toBe('error');
    await waitFor('it is up for longer than the proof asks', async () => {
      const { out: view } = await harness(home, ['describe', 'r', '--json']);
      const { state: now, since } = JSON.parse(view).harness;
      return now === 'running' && Date.now() - Date.parse(since) > 1500;
    });
    expect(eventsOf(await hits(home))).toEqual([...told, 'test']);
  });
});

describe('the cooldown', () => {
  it('is one window per harness and event', async () => {
    const home = await newHome();
    await writeConfig(
      home,
      notifyTable(home, 'cooldown = "15m"') +
        shell('a', 'echo a; exit 1') +
        shell('b', 'echo b; exit 1'),
    );
    await startDaemon(home, { policy: QUICK });
    await Promise.all([got(home, 'failed', 'a'), got(home, 'failed', 'b')]);
    await harness(home, ['restart', 'a']);
    await waitFor('a second failed of a is held back', async () => {
      return (await metric(home, 'failed', 'suppressed')) === 1;
    });
    expect(await hits(home, 'flapping', 'a')).toHaveLength(1);
    expect(await hits(home, 'flapping', 'b')).toHaveLength(1);
    expect(await metric(home, 'flapping', 'suppressed')).toBe(7);
  });

  it('is off at 0s: each escalation is told', async () => {
    const home = await newHome();
    await writeConfig(home, notifyTable(home, 'cooldown = "0s"') + shell('a', 'exit 1'));
    await startDaemon(home, { policy: QUICK });
    await got(home, 'failed', 'a');
    expect(await hits(home, 'flapping', 'a')).toHaveLength(3);
  });
});
