import { spawn } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import {
  homeProcesses,
  homes,
  notifyTable,
  throwawayHome,
  waitFor,
  writeConfig,
} from '@harness/testkit';
import { afterEach, describe, expect, it } from 'vitest';

const newHome = homes(afterEach);

describe('a throwaway home', () => {
  it('has folders of its own, and an environment that names only them', async () => {
    const home = await newHome({ EXTRA: 'kept' });
    expect(statSync(home.runDir).mode & 0o777).toBe(0o700);
    expect(home.env).toMatchObject({ XDG_STATE_HOME: home.stateDir, NO_COLOR: '1', EXTRA: 'kept' });
    expect(
      Object.keys(home.env).filter((name) => /^(?:HARNESS_|CLAUDE|VITEST)/.test(name)),
    ).toEqual([]);
    expect(join(home.runDir, 'harness.sock').length).toBeLessThan(100);
  });

  it('gets its configuration with the metrics listener on its port', async () => {
    const home = await newHome();
    await writeConfig(home, notifyTable(home, 'timeout = "2s"'));
    const text = readFileSync(home.configFile, 'utf8');
    expect(text).toContain(`metrics_listen = "127.0.0.1:${home.metricsPort}"`);
    expect(text).toContain(`command = ["${home.hook.path}"]\ntimeout = "2s"`);
  });

  it('takes its processes with it, and only its own', async () => {
    const other = await newHome();
    const home = await throwawayHome();
    const bystander = spawn('sleep', ['60'], { env: other.env, stdio: 'ignore' });
    spawn('sleep', ['61'], { env: home.env, stdio: 'ignore', detached: true });
    await waitFor('it runs', () => homeProcesses(home.dir, /^sleep 61$/).length === 1);
    await home[Symbol.asyncDispose]();
    expect(homeProcesses(home.dir)).toEqual([]);
    expect(existsSync(home.dir)).toBe(false);
    expect(bystander.exitCode ?? bystander.signalCode).toBeNull();
  });
});
