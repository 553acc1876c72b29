import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort, waitFor } from '@harness/testkit';
import { expect, it, onTestFinished } from 'vitest';
import { AWKWARD, type Received, receiver, runShipped, throwawayFolder } from './run-shipped.ts';

const PROGRAM = ['alertmanager', 'prometheus-alertmanager'].find(
  (name) => spawnSync(name, ['--version']).error === undefined,
);

/** A real Alertmanager that passes everything on at once. */
async function alertmanager(webhook: string): Promise<string> {
  const folder = throwawayFolder();
  const config = join(folder, 'alertmanager.yml');
  writeFileSync(
    config,
    `route: {receiver: out, group_by: [harness, episode], group_wait: 0s, group_interval: 1s}
receivers: [{name: out, webhook_configs: [{url: "${webhook}", send_resolved: true}]}]
`,
  );
  const port = await freePort();
  const child = spawn(
    PROGRAM ?? '',
    [
      `--config.file=${config}`,
      `--storage.path=${folder}/data`,
      `--web.listen-address=127.0.0.1:${port}`,
      '--cluster.listen-address=',
    ],
    { stdio: 'ignore' },
  );
  onTestFinished(async () => {
    const exit = once(child, 'exit');
    child.kill('SIGKILL');
    await exit;
  });
  const url = `http://127.0.0.1:${port}`;
  await waitFor('Alertmanager is ready', async () => {
    const answer = await fetch(`${url}/-/ready`).catch(() => undefined);
    return answer?.ok === true;
  });
  return url;
}

/** What was passed on: `firing failed`, by summary where it matters. */
function alertsOf(received: readonly Received[]): { status: string; annotations: object }[] {
  return received.flatMap(({ body }) => JSON.parse(body).alerts);
}

it.runIf(PROGRAM !== undefined)(
  'fires in Alertmanager until a recovered resolves just its episodes',
  async () => {
    const { url: webhook, received } = await receiver();
    const url = await alertmanager(webhook);
    expect(await runShipped('alertmanager', [url], {})).toMatchObject({
      detail: { kind: 'exited', code: 0 },
    });
    await runShipped('alertmanager', [url], { event: 'stalled', episode: 'episode-2' });
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
    await runShipped('alertmanager', [url], {
      event: 'recovered',
      message: 'back, with "resolves":["episode-2"] in its text',
      episode: 'episode-1',
      resolves: ['episode-1'],
      severity: 'info',
    });
    await waitFor('one is resolved', () =>
      alertsOf(received).some(({ status }) => status === 'resolved'),
    );
    const firing: unknown = await (await fetch(`${url}/api/v2/alerts?active=true`)).json();
    expect(firing).toMatchObject([{ labels: { episode: 'episode-2' } }]);
  },
);

it('tells the second Alertmanager although the first is gone, and fails', async () => {
  const { url, received } = await receiver();
  const { detail } = await runShipped('alertmanager', ['http://127.0.0.1:1', url], {});
  expect(detail).toMatchObject({ kind: 'exited', code: 7 });
  expect(received).toHaveLength(1);
});
