import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { daemonClient } from '@harness/protocol';
import { freePort, startDaemon, throwawayHome } from '@harness/testkit';
import { describe, expect, it } from 'vitest';
import { openConfiguration } from '../../src/config/configuration.ts';
import { readOverrides } from '../../src/settings/overrides.ts';

describe('what flags and variables say', () => {
  it.each([
    [{}, {}, undefined],
    [{}, { HARNESS_LOG_LEVEL: '' }, undefined],
    [{}, { HARNESS_LOG_LEVEL: 'debug' }, 'debug'],
    [{ logLevel: 'warn' }, { HARNESS_LOG_LEVEL: 'debug' }, 'warn'],
  ])('stands over the file: %j before %j', async (flags, env, expected) => {
    await using home = await throwawayHome();
    await writeFile(home.configFile, '[daemon]\nlog_level = "error"\n');
    const overrides = readOverrides(flags, env);
    const first = await openConfiguration({
      file: home.configFile,
      named: true,
      kept: { read: () => undefined, write: () => undefined },
      admit: (text) => text,
      override: overrides.kind === 'overrides' ? overrides.apply : (config) => config,
    });
    const level = first.kind === 'loaded' ? first.configuration.config.daemon.logLevel : 'refused';
    expect(level).toBe(expected ?? 'error');
  });

  it.each([
    [{ HARNESS_LOG_LEVEL: 'loud' }, /^HARNESS_LOG_LEVEL: .*log_level.*loud/],
    [{ HARNESS_METRICS_LISTEN: 'nowhere' }, /^HARNESS_METRICS_LISTEN: .*metrics_listen.*HOST:PORT/],
    [{ HARNESS_METRICS_LISTEN: '"\n[x]' }, /^HARNESS_METRICS_LISTEN: /],
  ])('is checked as the file is: %j', (env, problem) => {
    expect(readOverrides({}, env)).toEqual({
      kind: 'refused',
      problems: [expect.stringMatching(problem)],
    });
  });
});

describe('the settings row of doctor', () => {
  it('shows each value and what it came from', async () => {
    await using home = await throwawayHome();
    const [inFile, inVariable] = [await freePort(), await freePort()];
    const log = join(home.dir, 'own.log');
    await writeFile(
      home.configFile,
      `[server]\nmetrics_listen = "127.0.0.1:${inFile}"\n[daemon]\nlog_level = "debug"\n`,
    );
    await using _daemon = await startDaemon(home, {
      args: ['--log-file', log],
      env: {
        HARNESS_METRICS_LISTEN: `127.0.0.1:${inVariable}`,
        HARNESS_LOG_FILE: '/nowhere/x.log',
      },
      readyMs: 80_000,
    });
    const checks = await daemonClient({ env: home.env }).doctor();
    expect(checks.find(({ check }) => check === 'settings')?.data).toEqual({
      settings: [
        { setting: 'config', value: home.configFile, from: 'default' },
        { setting: 'socket', value: join(home.runDir, 'harness.sock'), from: 'default' },
        { setting: 'log_file', value: log, from: '--log-file' },
        { setting: 'log_level', value: 'debug', from: `${home.configFile}:4` },
        {
          setting: 'metrics_listen',
          value: `127.0.0.1:${inVariable}`,
          from: 'HARNESS_METRICS_LISTEN',
        },
        { setting: 'state_folder', value: join(home.stateDir, 'harness'), from: 'XDG_STATE_HOME' },
      ],
    });
    expect((await fetch(`http://127.0.0.1:${inVariable}/healthz`)).status).toBe(200);
    await expect(fetch(`http://127.0.0.1:${inFile}/healthz`)).rejects.toThrow();
  });

  it('leaves a listener off loopback closed without a token, and says so', async () => {
    await using home = await throwawayHome();
    await mkdir(home.workDir, { recursive: true });
    const port = await freePort();
    const everywhere = { HARNESS_METRICS_LISTEN: `0.0.0.0:${port}` };
    await using _daemon = await startDaemon(home, { env: everywhere, readyMs: 80_000 });
    const checks = await daemonClient({ env: home.env }).doctor();
    expect(checks.find(({ check }) => check === 'metrics')).toMatchObject({
      status: 'error',
      detail: expect.stringContaining('metrics_token_file'),
    });
    await expect(fetch(`http://127.0.0.1:${port}/healthz`)).rejects.toThrow();
  });
});
