import { describe, expect, it } from 'vitest';
import {
  AWKWARD,
  DONE,
  RECOVERED,
  type Received,
  receiver,
  runShipped,
  throwawayFile,
} from './run-shipped.ts';

const KEY = 'a1b2c3d4e5f60718293a4b5c6d7e8f90';

/** Tells each in turn, and gives the events that arrived. */
async function tellAll(...all: readonly object[]): Promise<readonly object[]> {
  const { url, received } = await receiver(202);
  const file = throwawayFile(`${KEY}\n`);
  for (const told of all) {
    expect(await runShipped('pagerduty', [file, `${url}/v2/enqueue`], told)).toMatchObject(DONE);
  }
  return received.map(eventIn);
}

function eventIn({ method, path, headers, body }: Received): object {
  expect({ method, path }).toEqual({ method: 'POST', path: '/v2/enqueue' });
  expect(headers['content-type']).toBe('application/json');
  return JSON.parse(body);
}

describe('events for PagerDuty, or for what takes the same', () => {
  it('trigger one alert for an episode, which its recovered resolves', async () => {
    const events = await tellAll({}, RECOVERED);
    expect(events).toEqual([
      {
        routing_key: KEY,
        event_action: 'trigger',
        dedup_key: 'episode-1',
        client: 'Harness',
        payload: {
          summary: AWKWARD,
          source: 'kitt',
          component: 'claude-rc',
          class: 'failed',
          severity: 'critical',
          custom_details: expect.objectContaining({ hint: 'harness logs claude-rc', version: 1 }),
        },
      },
      expect.objectContaining({ event_action: 'resolve', dedup_key: 'episode-1' }),
    ]);
  });

  it('resolve every alert that a recovered closes', async () => {
    const events = await tellAll({ ...RECOVERED, resolves: ['episode-1', 'episode-2'] });
    expect(events).toHaveLength(2);
    expect(events).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ event_action: 'resolve', dedup_key: 'episode-1' }),
        expect.objectContaining({ event_action: 'resolve', dedup_key: 'episode-2' }),
      ]),
    );
  });

  it('are one alert for a delivery that comes again, also without an episode', async () => {
    const flapping = { event: 'flapping', severity: 'notice', episode: undefined } as const;
    const events = await tellAll(flapping, { ...flapping, replayed: true });
    const event = {
      event_action: 'trigger',
      dedup_key: '0198-1',
      payload: { severity: 'warning' },
    };
    expect(events).toMatchObject([event, event]);
  });

  it('hold a summary of 1024 characters at most, in any script, and a test of no harness', async () => {
    const [long, test] = await tellAll(
      { message: `${'知🙂'.repeat(1000)}` },
      { event: 'test', harness: undefined, episode: undefined, severity: 'info' },
    );
    expect(long).toMatchObject({ payload: { summary: '知🙂'.repeat(512) } });
    expect(test).toMatchObject({ payload: { component: '', severity: 'info', class: 'test' } });
  });
});

it('says that the routing key was refused, and not which it is', async () => {
  const { url } = await receiver(400);
  const { detail, tail } = await runShipped('pagerduty', [throwawayFile(`${KEY}\n`), url], {});
  expect(detail).toMatchObject({ kind: 'exited', code: 22 });
  expect(tail).toContain('400');
  expect(tail).not.toContain(KEY);
});

it('fails when one of two is not resolved', async () => {
  const { url } = await receiver(400);
  const told = { ...RECOVERED, resolves: ['episode-1', 'episode-2'] };
  const { detail } = await runShipped('pagerduty', [throwawayFile(`${KEY}\n`), url], told);
  expect(detail).toMatchObject({ kind: 'exited', code: 22 });
});
