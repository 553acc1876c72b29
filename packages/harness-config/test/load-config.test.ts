import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { formatProblem, type Loaded, loadConfig } from '../src/index.ts';

let home = '';
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'harness-config-'));
  await mkdir(join(home, 'drop'));
});
afterEach(async () => {
  await rm(home, { recursive: true });
});

const GENERIC = 'harness = "generic"\n';
const WITH_DROP_INS = '[server]\nharness_d = "drop"\n';

async function write(files: Record<string, string | Uint8Array>): Promise<void> {
  for (const [name, content] of Object.entries(files)) {
    await writeFile(join(home, name), content);
  }
}

async function linesOf(lenient = false): Promise<string[]> {
  const loading = await loadConfig({ path: join(home, 'harness.toml'), home, lenient });
  return loading.kind === 'refused'
    ? loading.problems.map((problem) => formatProblem(problem).replaceAll(`${home}/`, ''))
    : [];
}

async function load(lenient = false): Promise<Loaded> {
  const loading = await loadConfig({ path: join(home, 'harness.toml'), home, lenient });
  if (loading.kind === 'refused') {
    throw new Error(loading.problems.map(formatProblem).join('\n'));
  }
  return loading;
}

describe('the global file', () => {
  it('is loaded alone when it names no folder', async () => {
    await write({ 'harness.toml': `[harness.a]\n${GENERIC}`, 'drop/b.toml': 'broken [' });
    expect((await load()).config.harnesses.map(({ name }) => name)).toEqual(['a']);
  });

  it('is a problem when it cannot be read', async () => {
    expect(await linesOf()).toEqual([
      'harness.toml:1:1: the file cannot be read: it does not exist',
    ]);
    await mkdir(join(home, 'harness.toml'));
    expect(await linesOf()).toEqual(['harness.toml:1:1: the file cannot be read: it is a folder']);
  });
});

describe('harnesses', () => {
  it('keep the order of the file, also when their names look like numbers', async () => {
    await write({
      'harness.toml': `[harness.b]\n${GENERIC}[harness.10]\n${GENERIC}[harness.2]\n${GENERIC}`,
    });
    expect((await load()).config.harnesses.map(({ name }) => name)).toEqual(['b', '10', '2']);
  });
});

describe('drop-ins', () => {
  it('are read in the order of their names, whatever else is in the folder', async () => {
    await write({
      'harness.toml': `${WITH_DROP_INS}[harness.a]\n${GENERIC}`,
      'drop/20-c.toml': `[harness.c]\n${GENERIC}`,
      'drop/10-b.toml': `\ufeff[harness.b]\r\n${GENERIC}`,
      'drop/README.md': 'no TOML [',
      'drop/.hidden.toml': 'no TOML [',
      'drop/d.toml~': 'no TOML [',
    });
    const { config, sources } = await load();
    expect(config.harnesses.map(({ name, source }) => [name, source.file])).toEqual([
      ['a', join(home, 'harness.toml')],
      ['b', join(home, 'drop/10-b.toml')],
      ['c', join(home, 'drop/20-c.toml')],
    ]);
    expect(sources.map(({ file }) => file)).toHaveLength(3);
  });

  it('have paths that start at their own folder', async () => {
    await write({
      'harness.toml': WITH_DROP_INS,
      'drop/b.toml': `[harness.b]\n${GENERIC}workdir = "w"\n`,
    });
    expect((await load()).config.harnesses[0]?.workdir).toBe(join(home, 'drop/w'));
  });

  it('may be named by a profile of the global file', async () => {
    await write({
      'harness.toml': `${WITH_DROP_INS}[profile.p]\nharnesses = ["b"]\n`,
      'drop/b.toml': `[harness.b]\n${GENERIC}`,
    });
    expect((await load()).config.profiles).toEqual([
      { name: 'p', harnesses: ['b'], autostart: false },
    ]);
    await write({ 'drop/b.toml': `[harness.bb]\n${GENERIC}` });
    expect(await linesOf()).toEqual([
      expect.stringMatching(/^harness\.toml:4:14: profile\.p\.harnesses\[0\] = "b": is no harness/),
    ]);
  });

  it('may repeat no harness, and both places are named', async () => {
    await write({
      'harness.toml': `${WITH_DROP_INS}[harness.a]\n${GENERIC}`,
      'drop/1.toml': `[harness.b]\n${GENERIC}`,
      'drop/2.toml': `\n[harness.b]\n${GENERIC}[harness.a]\n${GENERIC}`,
    });
    expect(await linesOf()).toEqual([
      'drop/2.toml:2:10: harness.b is declared already at drop/1.toml:1:10',
      'drop/2.toml:4:10: harness.a is declared already at harness.toml:3:10',
    ]);
  });

  it('hold harnesses only', async () => {
    await write({
      'harness.toml': WITH_DROP_INS,
      'drop/1.toml': `[harness.x]\n${GENERIC}args = ["-c", "sleep 600"]\n\n[notify]\ncommand = ["/bin/true"]\n[server]\n[profile.p]\n[zebra]\n`,
    });
    expect(await linesOf()).toEqual([
      expect.stringMatching(/^drop\/1\.toml:5:2: \[notify\] is refused in a drop-in/),
      expect.stringMatching(/^drop\/1\.toml:7:2: server is refused in a drop-in/),
      expect.stringMatching(/^drop\/1\.toml:8:2: profile is refused in a drop-in/),
      expect.stringMatching(/^drop\/1\.toml:9:2: unknown table "zebra"/),
    ]);
  });

  it('are refused all at once, with the global file', async () => {
    const utf16 = Buffer.from('\ufeffa = 1', 'utf16le');
    await write({
      'harness.toml': `${WITH_DROP_INS}[daemon]\nzzz = 1\n`,
      'drop/1.toml': 'a = [',
      'drop/2.toml': utf16,
      'drop/3.toml': '[harness.x]\nharness = "generic"\nzzz = 1\n',
    });
    expect((await linesOf()).map((line) => line.split(':').slice(0, 2).join(':'))).toEqual([
      'harness.toml:4',
      'drop/1.toml:1',
      'drop/2.toml:1',
      'drop/3.toml:3',
    ]);
  });

  it('of a folder that is missing are an error of the global file', async () => {
    await write({ 'harness.toml': '[server]\nharness_d = "nowhere"\n' });
    expect(await linesOf()).toEqual([
      'harness.toml:2:13: server.harness_d = "nowhere": must be a folder that can be read: it does not exist',
    ]);
    expect(await linesOf(true)).toHaveLength(1);
  });

  it('are left out whole when the load is lenient, and profiles lose their harnesses', async () => {
    await write({
      'harness.toml': `${WITH_DROP_INS}[profile.p]\nharnesses = ["good", "bad"]\n`,
      'drop/1.toml': `[harness.bad]\n${GENERIC}[harness.worse]\nzzz = 1\n`,
      'drop/2.toml': `[harness.good]\n${GENERIC}`,
    });
    const { config, leftOut } = await load(true);
    expect(config.harnesses.map(({ name }) => name)).toEqual(['good']);
    expect(config.profiles[0]?.harnesses).toEqual(['good']);
    expect(leftOut.map(({ file, problems }) => [file, problems.length])).toEqual([
      [join(home, 'drop/1.toml'), 2],
    ]);
  });
});

it('reads through other eyes than the disk’s when it is given them', async () => {
  const files = new Map([
    ['/x/harness.toml', `${WITH_DROP_INS}[harness.a]\n${GENERIC}`],
    ['/x/drop/1.toml', `[harness.b]\n${GENERIC}`],
    ['/x/drop/2.toml', `[harness.c]\n${GENERIC}`],
  ]);
  const loading = await loadConfig({
    path: '/x/harness.toml',
    home: '/h',
    readFile: (path) => Promise.resolve(new TextEncoder().encode(files.get(path))),
    readFolder: () => Promise.resolve(['2.toml', '1.toml']),
  });
  expect(loading).toMatchObject({
    kind: 'config',
    config: { harnesses: [{ name: 'a', workdir: '/h' }, { name: 'b' }, { name: 'c' }] },
  });
});
