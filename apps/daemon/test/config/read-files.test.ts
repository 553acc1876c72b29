import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type FilesRead, fingerprintOf, readFiles } from '../../src/config/read-files.ts';

let folder: string;
let dropIns: string;
let file: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'harness-'));
  dropIns = join(folder, 'drop-ins');
  file = join(folder, 'harness.toml');
  await mkdir(dropIns);
  await writeFile(file, `[server]\nharness_d = "${dropIns}"\n`);
  await writeFile(join(dropIns, 'a.toml'), sleeper('a'));
  await writeFile(join(dropIns, 'b.toml.off'), sleeper('b'));
});

afterEach(() => rm(folder, { recursive: true, force: true }));

describe('the fingerprint of what was read', () => {
  it('is that of the reading while nothing has changed', async () => {
    const { fingerprint, inputs } = await read();
    expect(await fingerprintOf(inputs)).toBe(fingerprint);
    expect((await read()).fingerprint).toBe(fingerprint);
  });

  it.each([
    { change: 'the file is edited', act: () => writeFile(file, '# nothing\n') },
    { change: 'the file is removed', act: () => rm(file) },
    { change: 'a drop-in is edited', act: () => writeFile(join(dropIns, 'a.toml'), '\n') },
    { change: 'a drop-in is added', act: () => writeFile(join(dropIns, 'c.toml'), sleeper('c')) },
    {
      change: 'another file becomes a drop-in',
      act: () => rename(join(dropIns, 'b.toml.off'), join(dropIns, 'b.toml')),
    },
    {
      change: 'a drop-in is called otherwise',
      act: () => rename(join(dropIns, 'a.toml'), join(dropIns, 'a.toml.off')),
    },
    { change: 'the folder is removed', act: () => rm(dropIns, { recursive: true }) },
  ])('is another one once $change', async ({ act }) => {
    const { fingerprint, inputs } = await read();
    await act();
    expect(await fingerprintOf(inputs)).not.toBe(fingerprint);
    expect((await read()).fingerprint).not.toBe(fingerprint);
  });
});

function read(): Promise<FilesRead> {
  return readFiles(file);
}

function sleeper(name: string): string {
  return `[harness.${name}]\nharness = "command"\nargv = ["/bin/sleep", "60"]\n`;
}
