import { spawn, spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { daemonClient } from '@harness/protocol';
import {
  freePort,
  notifyTable,
  startDaemon,
  type ThrowawayHome,
  throwawayHome,
  waitFor,
  writeConfig,
} from '@harness/testkit';
import { describe, expect, it, onTestFinished } from 'vitest';

const DEPLOY = fileURLToPath(new URL('../../../../deploy/', import.meta.url));
const missing = (program: string): boolean => spawnSync(program, ['--version']).error !== undefined;

describe.skipIf(missing('promtool'))('the rules, by promtool (Debian: prometheus)', () => {
  it('are well formed and do what their tests say', () => {
    for (const [verb, file] of [
      ['check', 'prometheus-rules.yml'],
      ['test', 'prometheus-rules.test.yml'],
    ] as const) {
      const ended = spawnSync('promtool', [verb, 'rules', join(DEPLOY, file)], {
        encoding: 'utf8',
      });
      expect(ended.stdout + ended.stderr).not.toMatch(/FAILED/);
      expect(ended.status).toBe(0);
    }
  });
});

describe.skipIf(missing('prometheus'))('a real Prometheus (Debian: prometheus)', () => {
  it('scrapes a running daemon and fires on the first delivery that fails', async () => {
    await using home = await throwawayHome();
    await writeConfig(home, notifyTable(home, '', ['/bin/false']));
    await using _daemon = await startDaemon(home, { readyMs: 80_000 });
    const ask = await startPrometheus(home);
    await waitFor('it has scraped the series at 0', async () =>
      (await ask('query?query=count(harness_notify_deliveries_total)')).includes('"55"'),
    );
    expect(await ask('alerts')).not.toContain('HarnessNotifyHookFailing');
    await daemonClient({ env: home.env }).notifyTest({});
    const fires = async (): Promise<boolean> =>
      /HarnessNotifyHookFailing.*"firing"/s.test(await ask('alerts'));
    await waitFor('the alert fires', fires, { timeoutMs: 30_000 });
    expect(await ask('alerts')).toMatch(/"event":"test".*"result":"error"/s);
  });
});

/** Gives the answers of its API once it is ready. */
async function startPrometheus(home: ThrowawayHome): Promise<(path: string) => Promise<string>> {
  const port = await freePort();
  const config = join(home.dir, 'prometheus.yml');
  await writeFile(
    config,
    `global: { scrape_interval: 500ms, scrape_timeout: 500ms, evaluation_interval: 500ms }
rule_files: [${JSON.stringify(join(DEPLOY, 'prometheus-rules.yml'))}]
scrape_configs:
  - job_name: harness
    static_configs: [{ targets: ['127.0.0.1:${home.metricsPort}'] }]
`,
  );
  const child = spawn(
    'prometheus',
    [
      `--config.file=${config}`,
      `--storage.tsdb.path=${join(home.dir, 'tsdb')}`,
      `--web.listen-address=127.0.0.1:${port}`,
      '--log.level=error',
    ],
    { stdio: 'ignore', env: home.env },
  );
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  const ask = async (path: string): Promise<string> =>
    await (await fetch(`http://127.0.0.1:${port}/api/v1/${path}`)).text();
  await waitFor('Prometheus answers', () => ask('alerts').catch(() => undefined), {
    timeoutMs: 30_000,
  });
  return ask;
}
