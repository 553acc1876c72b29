import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  got,
  hits,
  metric,
  notifyTable,
  throwawayHome,
  waitFor,
  writeConfig,
} from '@harness/testkit';
import { describe, expect, it } from 'vitest';
import { crasher, observedDaemon, sleeper } from './observed-daemon.ts';

const UNWATCHED = '[daemon]\nwatch_config = false\n';

describe('a reload', () => {
  it('changes nothing where the file is bad: by the verb, by SIGHUP, by the watch', async () => {
    await using home = await throwawayHome();
    await writeConfig(home, notifyTable(home) + sleeper('keep'));
    await using daemon = await observedDaemon(home);
    const { pid } = await daemon.until('keep', ({ state }) => state === 'running');
    const good = await readFile(home.configFile, 'utf8');
    await writeFile(
      home.configFile,
      `${good.replace('[notify]', '[notify]\ntimeout = "nope"').replace('keep', 'renamed')}`,
    );
    expect(await daemon.reload()).toEqual([expect.stringMatching(/harness\.toml:5:\d+: .*nope/)]);
    process.kill(daemon.pid, 'SIGHUP');
    const refused = 'reload refused: the configuration stays as it was';
    await waitFor('the signal is heard', async () =>
      (await daemon.said(refused)).some(({ why }) => why === 'SIGHUP'),
    );
    const { harnesses, configProblems } = await daemon.client.harnesses();
    expect(harnesses).toMatchObject([{ name: 'keep', pid }]);
    expect(configProblems).toEqual([expect.stringContaining('nope')]);
    expect(await daemon.client.notifyTest({})).toMatchObject({ result: 'ok' });
    expect(await daemon.client.doctor()).toContainEqual(
      expect.objectContaining({ check: 'config', status: 'error' }),
    );
  });

  it('keeps windows and what people were told; a changed cooldown counts for open windows', async () => {
    await using home = await throwawayHome();
    const config = (cooldown: string, more = ''): string =>
      UNWATCHED + notifyTable(home, `cooldown = "${cooldown}"`) + crasher('c') + more;
    await writeConfig(home, config('15m'));
    await using daemon = await observedDaemon(home);
    await got(home, 'failed', 'c');
    await daemon.reload();
    await writeConfig(home, config('15m', sleeper('other')));
    expect(await daemon.reload()).toMatchObject({ added: ['other'], changed: [], sections: [] });
    await daemon.client.command('c', 'restart');
    await waitFor('held back', async () => ((await metric(home, 'failed', 'suppressed')) ?? 0) > 0);
    expect(await hits(home, 'flapping')).toHaveLength(1);
    expect(await hits(home, 'failed')).toHaveLength(1);
    await writeConfig(home, config('0s'));
    expect(await daemon.reload()).toMatchObject({ sections: ['notify'] });
    await daemon.client.command('c', 'restart');
    await waitFor('told again', async () => (await hits(home, 'failed')).length > 1);
  });

  it('restarts nothing, however many come at once', async () => {
    await using home = await throwawayHome();
    await writeConfig(home, UNWATCHED + notifyTable(home) + sleeper('a') + sleeper('b'));
    await using daemon = await observedDaemon(home);
    const pids = async (): Promise<unknown> =>
      (await daemon.client.harnesses()).harnesses.map(({ name, pid }) => [name, pid]);
    await daemon.until('a', ({ state }) => state === 'running');
    await daemon.until('b', ({ state }) => state === 'running');
    const before = await pids();
    const changed = notifyTable(home, 'timeout = "9s"');
    await writeConfig(
      home,
      UNWATCHED + changed + sleeper('a', 'restart_delay = "9s"') + sleeper('b'),
    );
    const summaries = await Promise.all(Array.from({ length: 10 }, () => daemon.reload()));
    expect(summaries[0]).toEqual({
      added: [],
      removed: [],
      changed: ['a'],
      sections: ['notify'],
      restartToApply: [],
    });
    expect(new Set(summaries.slice(1).map((one) => JSON.stringify(one))).size).toBe(1);
    expect(await pids()).toEqual(before);
  });

  it('says which harness needs a restart to apply it, until that was done', async () => {
    await using home = await throwawayHome();
    await writeConfig(home, UNWATCHED + sleeper('a') + sleeper('b'));
    await using daemon = await observedDaemon(home);
    await daemon.until('a', ({ state }) => state === 'running');
    await writeConfig(home, UNWATCHED + sleeper('a', 'env_file = "x.env"') + sleeper('b'));
    expect(await daemon.reload()).toMatchObject({ changed: ['a'], restartToApply: ['a'] });
    await daemon.until('a', ({ restartToApply }) => restartToApply === true);
    await daemon.until('b', ({ restartToApply }) => restartToApply === undefined);
    expect(await daemon.client.command('a', 'restart')).not.toHaveProperty('restartToApply');
  });

  it('keeps a back-off', async () => {
    await using home = await throwawayHome();
    await writeConfig(home, UNWATCHED + crasher('slow'));
    await using daemon = await observedDaemon(home, { policy: { backoffMs: [600_000] } });
    const waits = await daemon.until('slow', ({ state, nextStartAt }) =>
      Boolean(state === 'degraded' && nextStartAt),
    );
    await writeConfig(home, UNWATCHED + crasher('slow') + sleeper('other'));
    await daemon.reload();
    const after = await daemon.until('slow', () => true);
    expect(after).toMatchObject({ state: 'degraded', restarts: waits.restarts });
    const [was, is] = [waits, after].map(({ nextStartAt = '' }) => Date.parse(nextStartAt));
    expect(Math.abs(Number(was) - Number(is))).toBeLessThan(1000);
  });

  it('goes through where the state folder takes nothing, and says so', async () => {
    await using home = await throwawayHome();
    await writeConfig(home, UNWATCHED);
    await using daemon = await observedDaemon(home);
    // The draft cannot be written where a folder of its name is.
    await mkdir(join(home.stateDir, 'harness', 'config.json~'));
    await mkdir(join(home.stateDir, 'harness', 'projects.json~'));
    await writeConfig(home, UNWATCHED + sleeper('a'));
    expect(await daemon.reload()).toMatchObject({ added: ['a'] });
    expect(await daemon.said('the configuration could not be written down')).toHaveLength(1);
    expect(await daemon.client.doctor()).toContainEqual(
      expect.objectContaining({ check: 'config', status: 'warn' }),
    );
    const project = join(home.dir, 'proj');
    await mkdir(project);
    await writeFile(join(project, 'harness.toml'), sleeper('y'));
    expect(await daemon.client.up(project)).toMatchObject({ name: 'proj' });
    expect(await daemon.said('the projects could not be written down')).toHaveLength(1);
  });
});
