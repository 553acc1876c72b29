import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort, waitFor } from '@harness/testkit';
import { describe, expect, it } from 'vitest';
import { expected, installed, silentServer, startServer } from './real-server.ts';
import {
  AWKWARD,
  DONE,
  RECOVERED,
  type Received,
  receiver,
  runShipped,
  throwawayFolder,
} from './run-shipped.ts';

const PROGRAM = installed('prometheus-alertmanager', 'alertmanager') ?? 'prometheus-alertmanager';

/** An alert as Alertmanager's API and its webhook show it. */
interface Alert {
  readonly status: unknown;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
  readonly endsAt: string;
}

/** A real Alertmanager that passes everything on at once. */
async function alertmanager(webhook: string) {
  const folder = throwawayFolder();
  const config = join(folder, 'alertmanager.yml');
  writeFileSync(
    config,
    `route: {receiver: out, group_by: [harness], group_wait: 0s, group_interval: 1s}
receivers: [{name: out, webhook_configs: [{url: "${webhook}", send_resolved: true}]}]
`,
  );
  const port = await freePort();
  startServer(PROGRAM, [
    ...[`--config.file=${config}`, `--storage.path=${folder}/data`],
    ...[`--web.listen-address=127.0.0.1:${port}`, '--cluster.listen-address='],
  ]);
  const url = `http://127.0.0.1:${port}`;
  await waitFor('Alertmanager is ready', async () => {
    const answer = await fetch(`${url}/-/ready`).catch(() => undefined);
    return answer?.ok === true;
  });
  const firing = async (): Promise<readonly Alert[]> =>
    (await fetch(`${url}/api/v2/alerts?active=true`)).json() as Promise<readonly Alert[]>;
  return { url, firing };
}

/** What was passed on. */
function alertsOf(received: readonly Received[]): readonly Alert[] {
  return received.flatMap(({ body }): readonly Alert[] => JSON.parse(body).alerts);
}

describe.runIf(expected(PROGRAM))('a real Alertmanager (Debian: prometheus-alertmanager)', () => {
  it('fires until a recovered resolves just its episodes', async () => {
    const { url: webhook, received } = await receiver();
    const { url, firing } = await alertmanager(webhook);
    expect(await runShipped('alertmanager', [url], {})).toMatchObject(DONE);
    await runShipped('alertmanager', [url], {
      event: 'stalled',
      harness: 'other',
      episode: 'episode-2',
    });
    await waitFor('both fire', () => alertsOf(received).length >= 2);
    expect(alertsOf(received)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          status: 'firing',
          labels: {
            alertname: 'Harness',
            harness: 'claude-rc',
            host: 'kitt',
            episode: 'episode-1',
          },
          annotations: { event: 'failed', severity: 'urgent', summary: AWKWARD },
        }),
        expect.objectContaining({ annotations: expect.objectContaining({ event: 'stalled' }) }),
      ]),
    );
    await runShipped('alertmanager', [url], RECOVERED);
    await waitFor('one is resolved', () =>
      alertsOf(received).some(({ status }) => status === 'resolved'),
    );
    expect(await firing()).toMatchObject([{ labels: { episode: 'episode-2' } }]);
  });

  it('makes one alert of a delivery that comes again, for a week at most', async () => {
    const { url, firing } = await alertmanager((await receiver()).url);
    await runShipped('alertmanager', [url], {});
    await runShipped('alertmanager', [url], { replayed: true });
    const alerts = await firing();
    expect(alerts).toHaveLength(1);
    const days = (Date.parse(alerts[0]?.endsAt ?? '') - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(6.99);
    expect(days).toBeLessThan(7.01);
  });

  it.each([
    { event: 'parked', until: '2100-01-01T00:00:00Z', endsAt: '2100-01-01T00:00:00.000Z' },
    { event: 'health' },
    { event: 'flapping', episode: undefined },
    { event: 'test', episode: undefined, harness: undefined },
  ] as const)('lets $event end by itself, with labels to route it by', async (told) => {
    const { url, firing } = await alertmanager((await receiver()).url);
    const payload = { ...told, severity: 'notice' } as const;
    expect(await runShipped('alertmanager', [url], payload)).toMatchObject(DONE);
    const [alert] = await firing();
    expect(alert?.labels).toMatchObject({ event: told.event, severity: 'notice' });
    const inMs = Date.parse(alert?.endsAt ?? '') - Date.now();
    if ('endsAt' in told) {
      expect(alert?.endsAt).toBe(told.endsAt);
    } else {
      expect(inMs).toBeGreaterThan(250_000);
      expect(inMs).toBeLessThan(310_000);
    }
  });
});

it('is content when one of several takes it, and does not wait for one that hangs', async () => {
  const { url, received } = await receiver();
  const { port } = await silentServer();
  const addresses = ['http://127.0.0.1:1', `http://127.0.0.1:${port}`, url];
  const end = await runShipped('alertmanager', addresses, {});
  expect(end).toMatchObject(DONE);
  expect(end.durationMs).toBeLessThan(8000);
  expect(received).toHaveLength(1);
});

it('fails when none takes it, and when none is named', async () => {
  const { url } = await receiver(500);
  const none = await runShipped('alertmanager', ['http://127.0.0.1:1', url], {});
  expect(none).toMatchObject({ detail: { kind: 'exited', code: 1 } });
  expect(none.tail).toContain('500');
  const unnamed = await runShipped('alertmanager', [], {});
  expect(unnamed.detail).not.toMatchObject({ code: 0 });
  expect(unnamed.tail).toContain('the address of an Alertmanager is missing');
});
