import { spawnSync } from 'node:child_process';
import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort, harness, throwawayHome } from '@harness/testkit';
import { describe, expect, it } from 'vitest';
import { askNats } from '../shipped-hooks/ask-nats.ts';
import {
  expected,
  listening,
  SERVER_ENVIRONMENT,
  startServer,
} from '../shipped-hooks/real-server.ts';
import { DONE, runShipped, throwawayFile, throwawayFolder } from '../shipped-hooks/run-shipped.ts';
import { ALERTMANAGER, startAlertmanager } from './alertmanager-pair.ts';
import { snippet } from './read-page.ts';

const RULES = new URL('../../../../deploy/prometheus-rules.yml', import.meta.url).pathname;

/** What a program says, which has to be content. */
function approved(program: string, ...args: readonly string[]): string {
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    encoding: 'utf8',
    env: SERVER_ENVIRONMENT,
  });
  expect(error).toBeUndefined();
  expect(status, stdout + stderr).toBe(0);
  return stdout;
}

it('shows a configuration that harness takes', async () => {
  await using home = await throwawayHome();
  const file = throwawayFile(snippet('heartbeat_cmd'), 'harness.toml');
  expect(await harness(home, ['config', 'check', file])).toMatchObject({ code: 0 });
});

describe.runIf(expected('amtool', ALERTMANAGER))(
  'Alertmanager (Debian: prometheus-alertmanager)',
  () => {
    it.each([
      { hears: 'pager', of: 'alertname=Harness harness=a host=kitt episode=1' },
      { hears: 'pager', of: 'alertname=Harness harness=a event=intent_lost severity=urgent' },
      { hears: 'chat', of: 'alertname=Harness harness=a event=parked severity=notice' },
      { hears: 'chat', of: 'alertname=Harness event=test severity=info' },
      { hears: 'research', of: 'alertname=Harness harness=research/a host=kitt episode=1' },
      { hears: 'pager', of: 'alertname=HarnessDaemonDown host=kitt' },
    ])('tells $hears of $of', ({ hears, of }) => {
      const file = throwawayFile(snippet('# alertmanager.yml'), 'alertmanager.yml');
      approved('amtool', 'check-config', file);
      const test = ['config', 'routes', 'test', `--config.file=${file}`];
      expect(approved('amtool', ...test, ...of.split(' ')).trim()).toBe(hears);
    });

    it('is silent about harnesses of a machine that is gone, and about what was told', async () => {
      const { url, firing } = await startAlertmanager(snippet('# alertmanager.yml'));
      await runShipped('alertmanager', [url], {});
      await runShipped('alertmanager', [url], { episode: 'episode-2', host: 'karr' });
      for (const labels of [
        ['alertname=HarnessDaemonDown', 'host=karr'],
        ['alertname=HarnessStillFailed', 'host=kitt', 'harness=claude-rc'],
        ['alertname=HarnessStillFailed', 'host=kitt', 'harness=other'],
      ]) {
        approved('amtool', 'alert', 'add', `--alertmanager.url=${url}`, ...labels);
      }
      expect(await firing()).toHaveLength(5);
      const heard = (await firing('inhibited=false')).map(
        ({ labels }) => `${labels['alertname']} ${labels['host']} ${labels['harness']}`,
      );
      expect(heard.toSorted()).toEqual([
        'Harness kitt claude-rc',
        'HarnessDaemonDown karr undefined',
        'HarnessStillFailed kitt other',
      ]);
    });

    it('ends an alert by hand that nobody closes', async () => {
      const { url, firing } = await startAlertmanager(snippet('# alertmanager.yml'));
      const command = snippet('amtool alert add');
      const [, episode = ''] = /episode=(\S+)/.exec(command) ?? [];
      await runShipped('alertmanager', [url], { episode });
      expect(await firing()).toHaveLength(1);
      approved('sh', '-c', command.replace('http://am-1.example.org:9093', url));
      expect(await firing()).toEqual([]);
    });
  },
);

describe.runIf(expected('promtool'))('Prometheus (Debian: prometheus)', () => {
  it('takes the configuration with its rules', () => {
    const folder = throwawayFolder();
    const token = throwawayFile('secret', 'harness.token');
    const config = snippet('# prometheus.yml').replace('/etc/prometheus/harness.token', token);
    writeFileSync(join(folder, 'prometheus.yml'), config);
    writeFileSync(join(folder, 'fleet-rules.yml'), snippet('# fleet-rules.yml'));
    copyFileSync(RULES, join(folder, 'prometheus-rules.yml'));
    expect(approved('promtool', 'check', 'config', join(folder, 'prometheus.yml'))).toContain(
      '3 rules found',
    );
  });

  it('warns of many, and of one that nobody has started again', () => {
    const folder = throwawayFolder();
    const test = join(folder, 'test.yml');
    writeFileSync(join(folder, 'fleet-rules.yml'), snippet('# fleet-rules.yml'));
    writeFileSync(test, JSON.stringify(RULE_TEST));
    approved('promtool', 'test', 'rules', test);
  });
});

const FAILED = { harness: 'a', host: 'kitt', job: 'harness', instance: 'kitt:10229' };

// JSON is YAML.
const RULE_TEST = {
  rule_files: ['fleet-rules.yml'],
  tests: [
    {
      interval: '1m',
      input_series: [
        {
          series: `harness_state{state="failed",${Object.entries(FAILED)
            .map(([name, value]) => `${name}="${value}"`)
            .join()}}`,
          values: '0 1x30',
        },
        {
          series: 'harness_state{state="failed",harness="other",host="karr"}',
          values: '0x20 20x10',
        },
        { series: 'alertmanager_cluster_members{instance="am-1"}', values: '2x10 1x20' },
      ],
      alert_rule_test: [
        { eval_time: '15m', alertname: 'HarnessStillFailed', exp_alerts: [] },
        {
          eval_time: '16m',
          alertname: 'HarnessStillFailed',
          exp_alerts: [
            {
              exp_labels: { ...FAILED, state: 'failed' },
              exp_annotations: {
                summary: 'a on kitt has failed and nobody has started it again.',
              },
            },
          ],
        },
        { eval_time: '20m', alertname: 'HarnessManyFailed', exp_alerts: [] },
        {
          eval_time: '22m',
          alertname: 'HarnessManyFailed',
          exp_alerts: [
            {
              exp_labels: {},
              exp_annotations: {
                summary:
                  '21 harnesses have failed: look at what they share before you look at one.',
              },
            },
          ],
        },
        { eval_time: '10m', alertname: 'HarnessAlertmanagerAlone', exp_alerts: [] },
        {
          eval_time: '16m',
          alertname: 'HarnessAlertmanagerAlone',
          exp_alerts: [
            {
              exp_labels: { instance: 'am-1' },
              exp_annotations: { summary: 'am-1 does not see the other Alertmanager.' },
            },
          ],
        },
      ],
    },
  ],
};

describe.runIf(expected('nats-server'))('NATS (Debian: nats-server)', () => {
  it('takes the configuration of a leaf', () => {
    approved('nats-server', '-t', '-c', throwawayFile(snippet('# leaf.conf'), 'leaf.conf'));
  });

  it('makes the stream, which stores an id once', async () => {
    const port = await freePort();
    const words = ['--addr', '127.0.0.1', '--port', `${port}`, '--jetstream'];
    startServer('nats-server', [...words, '--store_dir', throwawayFolder()]);
    await listening(port);
    const config: object = JSON.parse(snippet('"duplicate_window"'));
    expect(await askNats(port, 'STREAM.CREATE.HARNESS', config)).toMatchObject({ config });
    const hook = [throwawayFile(`nats://127.0.0.1:${port}\n`), 'harness.events'];
    expect(await runShipped('nats', hook, {})).toMatchObject(DONE);
    expect(await runShipped('nats', hook, { replayed: true })).toMatchObject(DONE);
    const info = await askNats(port, 'STREAM.INFO.HARNESS', {});
    expect(info).toMatchObject({ state: { messages: 1 } });
  });
});
