import { mkdir, rename, rm, symlink, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type ThrowawayHome, throwawayHome, waitFor } from '@harness/testkit';
import { describe, expect, it } from 'vitest';
import { observedDaemon, sleeper } from './observed-daemon.ts';

/** How a file gets its next content. */
type Save = (home: ThrowawayHome, content: string, round: number) => Promise<void>;

const SAVES: Readonly<Record<string, Save>> = {
  'a rename': async ({ configFile }, content) => {
    await writeFile(`${configFile}.new`, content);
    await rename(`${configFile}.new`, configFile);
  },
  'writing in place': ({ configFile }, content) => writeFile(configFile, content),
  'another link': async ({ configFile, workDir }, content, round) => {
    const target = join(workDir, `version-${round}.toml`);
    await writeFile(target, content);
    await symlink(target, `${configFile}.link`);
    await rename(`${configFile}.link`, configFile);
  },
  'deleting it first': async ({ configFile }, content) => {
    await unlink(configFile);
    await writeFile(configFile, content);
  },
  'another link of its folder': async ({ configFile, dir, workDir }, content, round) => {
    const folder = join(configFile, '..');
    const target = join(workDir, `version-${round}`);
    await mkdir(target);
    await writeFile(join(target, 'harness.toml'), content);
    await symlink(target, join(dir, 'link'));
    await rm(folder, { recursive: true });
    await rename(join(dir, 'link'), folder);
  },
};

const names = (round: number): readonly string[] =>
  Array.from({ length: round }, (_, index) => `h${index + 1}`);

describe('a configuration that is watched', () => {
  it.each(Object.keys(SAVES))('applies five saves in a row once each: %s', async (kind) => {
    await using home = await throwawayHome();
    const content = (round: number): string =>
      `[server]\nmetrics_listen = "off"\n${names(round)
        .map((name) => sleeper(name).replace('enabled = true', ''))
        .join('')}`;
    await writeFile(home.configFile, content(0));
    await using daemon = await observedDaemon(home);
    for (let round = 1; round <= 5; round += 1) {
      await SAVES[kind]?.(home, content(round), round);
      await daemon.until(`h${round}`, () => true);
    }
    // By hand, so that a second reload of the last save would show.
    await daemon.reload();
    const reloads = await daemon.said('reloaded');
    expect(reloads.map(({ added }) => added)).toEqual([...names(5).map((name) => [name]), []]);
    const lines = (await daemon.log()).split('\n').filter((line) => /reload/i.test(line));
    expect(lines).toHaveLength(6);
  });

  it('follows a drop-in folder and the files in it', async () => {
    await using home = await throwawayHome();
    const folder = join(home.dir, 'drop-ins');
    await mkdir(folder);
    await writeFile(home.configFile, `[server]\nmetrics_listen = "off"\nharness_d = "${folder}"\n`);
    await using daemon = await observedDaemon(home);
    await writeFile(join(folder, 'a.toml'), sleeper('a').replace('enabled = true', ''));
    await daemon.until('a', () => true);
    await rm(join(folder, 'a.toml'));
    await waitFor(
      'a is gone',
      async () => (await daemon.client.harnesses()).harnesses.length === 0,
    );
  });

  it('takes the first configuration of a host that had none, its folder included', async () => {
    await using home = await throwawayHome();
    const folder = join(home.configFile, '..');
    await rm(folder, { recursive: true });
    const off = { HARNESS_METRICS_LISTEN: 'off' };
    await using daemon = await observedDaemon(home, { env: off });
    await mkdir(folder, { recursive: true });
    await writeFile(home.configFile, sleeper('first'));
    await daemon.until('first', ({ state }) => state === 'running');
  });

  it('leaves the file alone where the operator wants that', async () => {
    await using home = await throwawayHome();
    const off = '[server]\nmetrics_listen = "off"\n[daemon]\nwatch_config = false\n';
    await writeFile(home.configFile, off);
    await using daemon = await observedDaemon(home);
    await writeFile(home.configFile, off + sleeper('late'));
    const { harnesses } = await daemon.client.harnesses();
    expect(harnesses).toEqual([]);
    expect(await daemon.reload()).toMatchObject({ added: ['late'] });
    expect(await daemon.said('reloaded')).toHaveLength(1);
  });
});
