import { appendFile, mkdir, readFile, rename, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type ThrowawayHome, throwawayHome, waitFor, writeConfig } from '@harness/testkit';
import { describe, expect, it } from 'vitest';
import { observedDaemon, sleeper } from './observed-daemon.ts';

async function project(home: ThrowawayHome, path: string, toml: string): Promise<string> {
  const folder = join(home.dir, path);
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'harness.toml'), toml);
  return folder;
}

const says = (name: string, keys = ''): string =>
  `[harness.${name}]\nharness = "generic"\nargs = ["-c", "env >$OUT; exec sleep 600"]\nenabled = true\n${keys}\n`;

describe('a project', () => {
  it('runs once it is up, and is gone with its processes once it is down', async () => {
    await using home = await throwawayHome();
    await writeConfig(home, '');
    await using daemon = await observedDaemon(home);
    const folder = await project(home, 'proj', sleeper('y'));
    expect(await daemon.client.up(folder)).toMatchObject({
      name: 'proj',
      programs: [{ name: 'proj/y', argv: ['sh', '-c', 'exec sleep 600'], enabled: true }],
    });
    const { pid = 0 } = await daemon.until('proj/y', ({ state }) => state === 'running');
    expect(await daemon.client.down(folder)).toMatchObject({ name: 'proj' });
    expect(() => process.kill(pid, 0)).toThrow('ESRCH');
    expect((await daemon.client.harnesses()).harnesses).toEqual([]);
    await expect(daemon.client.down(folder)).rejects.toMatchObject({ code: 'unknown_project' });
  });

  it('is refused with file, line and reason, and leaves what was up as it was', async () => {
    await using home = await throwawayHome();
    await writeConfig(home, '');
    await using daemon = await observedDaemon(home);
    const folder = await project(home, 'proj', sleeper('y'));
    await daemon.client.up(folder);
    const { pid } = await daemon.until('proj/y', ({ state }) => state === 'running');
    await writeFile(
      join(folder, 'harness.toml'),
      `${sleeper('z')}health_cmd = "x"\n[notify]\ncommand = ["/bin/true"]\n`,
    );
    await expect(daemon.client.up(folder)).rejects.toMatchObject({
      code: 'project_refused',
      problems: [
        expect.stringMatching(/harness\.toml:6:\d+: .*health_cmd/),
        expect.stringMatching(/harness\.toml:7:\d+: .*notify/),
      ],
    });
    await daemon.until('proj/y', (harness) => harness.pid === pid);
    await expect(daemon.client.up(join(home.dir, 'none'))).rejects.toMatchObject({
      problems: [expect.stringMatching(/none\/harness\.toml:1:1: /)],
    });
  });

  it('stays what was agreed to, over a restart too, until the next up; list shows the change', async () => {
    await using home = await throwawayHome();
    await writeConfig(home, '');
    const folder = await project(home, 'proj', sleeper('y'));
    const file = join(folder, 'harness.toml');
    await using first = await observedDaemon(home);
    await first.client.up(folder);
    await first.until('proj/y', ({ changedOnDisk }) => changedOnDisk === undefined);
    await appendFile(file, sleeper('z'));
    await first.until('proj/y', ({ changedOnDisk }) => changedOnDisk === true);
    expect(await first.client.harness('proj/y')).toMatchObject({ changedOnDisk: true });
    await first.client.reload();
    await first.down();
    await using second = await observedDaemon(home);
    const { harnesses } = await second.client.harnesses();
    expect(harnesses).toMatchObject([{ name: 'proj/y', changedOnDisk: true }]);
    await second.client.up(folder);
    await second.until('proj/z', ({ changedOnDisk }) => changedOnDisk === undefined);
    await rename(file, `${file}.away`);
    await second.until('proj/z', ({ changedOnDisk }) => changedOnDisk === true);
    await rename(`${file}.away`, file);
    await second.until('proj/z', ({ changedOnDisk }) => changedOnDisk === undefined);
  });

  it('is refused where another folder has the name, naming both', async () => {
    await using home = await throwawayHome();
    await writeConfig(home, '');
    await using daemon = await observedDaemon(home);
    const [one, two] = [
      await project(home, 'one/proj', sleeper('y')),
      await project(home, 'two/proj', sleeper('y')),
    ];
    await daemon.client.up(one);
    await expect(daemon.client.up(two)).rejects.toMatchObject({
      problems: [expect.stringMatching(/one\/proj.*two\/proj/)],
    });
    await symlink(one, join(home.dir, 'alias'));
    expect(await daemon.client.down(join(home.dir, 'alias'))).toMatchObject({ folder: one });
  });

  it('gets no variable from an env_file that a link leads out of its folder', async () => {
    await using home = await throwawayHome();
    const out = join(home.dir, 'out');
    await writeConfig(home, '');
    await using daemon = await observedDaemon(home, { env: { OUT: out } });
    await writeFile(join(home.dir, 'secret.env'), 'OUTSIDE=1\n');
    const folder = await project(home, 'proj', says('y', 'env_file = ["in.env", "link.env"]'));
    await writeFile(join(folder, 'in.env'), 'INSIDE=1\n');
    await symlink(join(home.dir, 'secret.env'), join(folder, 'link.env'));
    await daemon.client.up(folder);
    const text = await waitFor('it has run', async () => {
      const written = await readFile(out, 'utf8').catch(() => '');
      return written.includes('INSIDE=1') && written;
    });
    expect(text).not.toContain('OUTSIDE');
    expect(await daemon.said('env_file: left out')).toMatchObject([
      { harness: 'proj/y', file: expect.stringContaining("leads out of the project's folder") },
    ]);
  });

  it('is asked for with an absolute folder, and with nothing else', async () => {
    await using home = await throwawayHome();
    await writeConfig(home, '');
    await using daemon = await observedDaemon(home);
    await expect(daemon.client.up('proj')).rejects.toMatchObject({ code: 'bad_request' });
  });
});
