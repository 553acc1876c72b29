import { writeFile } from 'node:fs/promises';
import { got, harness, hits, homes, notifyTable, writeConfig } from '@harness/testkit';
import { afterEach, expect, it } from 'vitest';
import { eventsOf, payloadOf } from '../system/quick.ts';
import { agent, agentFolder, everyEvent, hastyDaemon, untilDescribed } from './guarded-home.ts';
import { claudePen, type Pen } from './pens.ts';

const newHome = homes(afterEach);

function loop(pen: Pen, calls: number): void {
  pen.says('go');
  for (let index = 0; index < calls; index += 1) {
    pen.calls('Bash', { command: 'true' }, `result ${index}`);
  }
}

it('stops a loop and keeps it down, says so once it is down, and tells when it is back', async () => {
  const home = await newHome();
  await writeConfig(
    home,
    everyEvent(home) +
      agent(home, 'w', { script: 'trap "sleep 1; exit" TERM; sleep 600 & wait' }) +
      agent(home, 'calm'),
  );
  const daemon = await hastyDaemon(home, { stopGraceMs: 5_000 });
  await untilDescribed(home, 'w', 'is up', ({ pid }) => pid !== undefined);
  await untilDescribed(home, 'calm', 'is up', ({ pid }) => pid !== undefined);
  loop(claudePen(home, 'w', 'session-one'), 12);
  const calm = claudePen(home, 'calm', 'session-two');
  for (let index = 0; index < 12; index += 1) {
    calm.calls('Bash', { command: `step ${index}` }, 'ok');
  }
  const told = payloadOf(await got(home, 'loop_stopped', 'w'));
  expect(told).toMatchObject({ state: 'stopped', tool: 'Bash', count: 8, hint: 'harness start w' });
  await untilDescribed(
    home,
    'w',
    'is off by the guard',
    ({ state, intent, intentBy }) =>
      state === 'stopped' && intent === 'off' && intentBy === 'guard',
  );
  const { out: log } = await harness(home, ['logs', 'w']);
  expect(log).toContain('loop guard: Bash called 8 times over');
  expect((await harness(home, ['start', 'w'])).code).toBe(0);
  expect(payloadOf(await got(home, 'recovered', 'w'))).toMatchObject({
    resolves: [told['episode']],
    cause: 'loop_stopped',
  });
  expect(eventsOf(await hits(home))).toEqual(['loop_stopped', 'recovered']);
  const { out: doctor } = await harness(home, ['doctor']);
  expect(doctor).toMatch(/transcripts.*calm: last success/);
  const metrics = await fetch(`http://127.0.0.1:${home.metricsPort}/metrics`);
  expect(await metrics.text()).toContain('harness_guard_actions_total{guard="loop"} 1');
  expect((await daemon.down()).code).toBe(0);
});

it('overlooks what a run that an operator is ending still writes', async () => {
  const home = await newHome();
  const script = 'trap "while [ ! -e done ]; do sleep 0.05; done; exit" TERM; sleep 600 & wait';
  await writeConfig(home, everyEvent(home) + agent(home, 'w', { script }));
  await hastyDaemon(home, { stopGraceMs: 20_000 });
  await untilDescribed(home, 'w', 'is up', ({ pid }) => pid !== undefined);
  const restarted = harness(home, ['restart', 'w']);
  await untilDescribed(home, 'w', 'is ending', ({ state }) => state === 'stopping');
  const folder = agentFolder(home, 'w');
  loop(claudePen(home, 'w', 'session-one'), 12);
  await writeFile(`${folder}/done`, '');
  expect((await restarted).code).toBe(0);
  // What the new run wrote is judged after all of the old one's.
  claudePen(home, 'w', 'session-two').answers('here I am');
  const now = await untilDescribed(
    home,
    'w',
    'has answered',
    ({ guards }) => guards?.lastSuccessAt !== undefined && guards.transcript?.found === true,
  );
  expect(now).toMatchObject({ state: 'running', intent: 'on' });
  expect((await harness(home, ['logs', 'w'])).out).not.toContain('loop guard');
  expect(await hits(home, 'loop_stopped')).toEqual([]);
});

it('tells at the next boot, once, of a stop that nobody was told of', async () => {
  const home = await newHome();
  await writeConfig(
    home,
    notifyTable(home, 'cooldown = "0s"\nevents = ["intent_lost"]') + agent(home, 'w'),
  );
  const first = await hastyDaemon(home);
  await untilDescribed(home, 'w', 'is up', ({ pid }) => pid !== undefined);
  loop(claudePen(home, 'w', 'session-one'), 12);
  await untilDescribed(home, 'w', 'is stopped', ({ state }) => state === 'stopped');
  await first.kill9();
  const second = await hastyDaemon(home);
  expect(payloadOf(await got(home, 'intent_lost', 'w'))).toMatchObject({
    state: 'stopped',
    cause: expect.stringContaining('turned off by guard'),
    hint: 'harness start w',
  });
  await second.down();
  const third = await hastyDaemon(home);
  expect((await harness(home, ['doctor', '--notify-test'])).code).toBe(0);
  await third.down();
  expect(eventsOf(await hits(home))).toEqual(['intent_lost', 'test']);
});
