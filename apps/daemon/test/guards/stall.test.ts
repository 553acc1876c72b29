import { got, harness, hits, homes, waitFor, writeConfig } from '@harness/testkit';
import { afterEach, expect, it } from 'vitest';
import { eventsOf, payloadOf } from '../system/quick.ts';
import { agent, described, everyEvent, hastyDaemon, untilDescribed } from './guarded-home.ts';
import { claudePen } from './pens.ts';

const newHome = homes(afterEach);

it('tells a stall once with what it sits behind, and that it is back at the next answer', async () => {
  const home = await newHome();
  const spinner = '(exec -a git-credential-wait sleep 4321) & while :; do echo o; sleep 0.2; done';
  const script = `exec bash -c '${spinner}'`;
  await writeConfig(
    home,
    everyEvent(home) + agent(home, 's', { script, keys: 'stall_timeout = "10s"' }),
  );
  await hastyDaemon(home, { stallTimeoutMs: 1000 });
  const told = payloadOf(await got(home, 'stalled', 's'));
  expect(told).toMatchObject({
    state: 'running',
    cause: expect.stringMatching(/^silent for 1s, stall_timeout is 1s$/),
    message: expect.stringContaining('git-credential-wait (pid'),
  });
  expect(told['message']).toContain('left running');
  expect((await described(home, 's')).guards).toMatchObject({ stall: 'left_running' });
  const before = (await described(home, 's')).pid;
  claudePen(home, 's', 'session-one').answers('here I am');
  expect(payloadOf(await got(home, 'recovered', 's'))['resolves']).toEqual([told['episode']]);
  expect((await described(home, 's')).pid).toBe(before);
  expect(eventsOf(await hits(home)).slice(0, 2)).toEqual(['stalled', 'recovered']);
});

it('restarts five times in a row, then leaves it alone, and says each', async () => {
  const home = await newHome();
  const keys = 'stall_timeout = "10s"\nstall_action = "restart"';
  await writeConfig(home, everyEvent(home) + agent(home, 's', { keys }));
  await hastyDaemon(home, { stallTimeoutMs: 500 });
  const all = await waitFor(
    'six stalls',
    async () => {
      const stalls = await hits(home, 'stalled', 's');
      return stalls.length >= 6 && stalls.map(payloadOf);
    },
    { timeoutMs: 60_000 },
  );
  expect(all.map(({ restarts }) => restarts)).toEqual([1, 2, 3, 4, 5, undefined]);
  expect(all[0]?.['message']).toContain('restarted');
  expect(all[5]?.['message']).toContain('left alone after five stalls in a row');
  expect(new Set(all.map(({ episode }) => episode)).size).toBe(6);
  const { out } = await harness(home, ['describe', 's']);
  expect(out).toContain('left alone');
  expect(eventsOf(await hits(home))).toEqual(all.map(() => 'stalled'));
});

it('does not take an agent that answers for a stalled one', async () => {
  const home = await newHome();
  const keys = 'stall_timeout = "10s"';
  await writeConfig(
    home,
    everyEvent(home) + agent(home, 'chat', { keys }) + agent(home, 'mute', { keys }),
  );
  await hastyDaemon(home, { stallTimeoutMs: 3000 });
  const pen = claudePen(home, 'chat', 'session-one');
  const chatting = setInterval(() => pen.answers('yes'), 300);
  try {
    await got(home, 'stalled', 'mute');
    await untilDescribed(
      home,
      'chat',
      'has answered',
      ({ guards }) => guards?.lastSuccessAt !== undefined,
    );
    expect(await hits(home, 'stalled', 'chat')).toEqual([]);
  } finally {
    clearInterval(chatting);
  }
});
