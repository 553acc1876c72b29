import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { waitFor } from '@harness/testkit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Configuration, openConfiguration } from '../../src/config/configuration.ts';
import { keptJson } from '../../src/config/kept-json.ts';
import { watchConfiguration } from '../../src/config/watch-configuration.ts';
import { createRounds } from '../../src/rounds.ts';

let folder = '';
let close = (): void => undefined;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'watch-'));
});
afterEach(() => {
  close();
  rmSync(folder, { recursive: true, force: true });
});

const ONE = '[harness.one]\nharness = "generic"\nargs = ["-c", "true"]\n';
const table = (name: string): string => ONE.replace('one', name);

async function watched(file: string): Promise<{ configuration: Configuration; taken: string[][] }> {
  const kept = keptJson(join(folder, 'kept.json'));
  const first = await openConfiguration({ file, named: true, kept, admit: String });
  if (first.kind === 'refused') {
    throw new Error(first.problems.join('\n'));
  }
  const { configuration } = first;
  const taken: string[][] = [];
  const watching = watchConfiguration({
    configuration,
    changed: async () => {
      await configuration.reload();
      taken.push([...configuration.specs.keys()]);
    },
    quietMs: 20,
    often: createRounds(60_000, () => undefined).every(1),
  });
  close = watching.close;
  return { configuration, taken };
}

/** Ways in which editors and deploy tools replace a file. */
const SAVES: Readonly<Record<string, (file: string, text: string) => void>> = {
  'a rename over it': (file, text) => {
    writeFileSync(`${file}.new`, text);
    renameSync(`${file}.new`, file);
  },
  'a write in place': (file, text) => writeFileSync(file, text),
  'a removal and a new file': (file, text) => {
    rmSync(file);
    writeFileSync(file, text);
  },
};

describe.each(Object.entries(SAVES))('%s', (_, save) => {
  it('is taken each time, and once', async () => {
    const file = join(folder, 'harness.toml');
    writeFileSync(file, ONE);
    const { taken } = await watched(file);
    for (const name of ['a', 'b', 'c', 'd', 'e']) {
      save(file, table(name));
      await waitFor(`${name} is taken`, () => taken.at(-1)?.[0] === name);
    }
    expect(taken).toEqual([['a'], ['b'], ['c'], ['d'], ['e']]);
  });
});

it('takes a link that leads elsewhere', async () => {
  for (const version of ['1', '2', '3']) {
    mkdirSync(join(folder, version));
    writeFileSync(join(folder, version, 'harness.toml'), table(`v${version}`));
  }
  const file = join(folder, 'harness.toml');
  const point = (version: string): void => {
    symlinkSync(join(version, 'harness.toml'), `${file}.new`);
    renameSync(`${file}.new`, file);
  };
  point('1');
  const { taken } = await watched(file);
  for (const version of ['2', '3']) {
    point(version);
    await waitFor(`version ${version}`, () => taken.at(-1)?.[0] === `v${version}`);
  }
  writeFileSync(join(folder, '3', 'harness.toml'), table('edited'));
  await waitFor('the file behind the link', () => taken.at(-1)?.[0] === 'edited');
});

it('never takes a blank or missing file for a wish to stop everything', async () => {
  const file = join(folder, 'harness.toml');
  writeFileSync(file, ONE);
  const { configuration, taken } = await watched(file);
  writeFileSync(file, ' \n');
  await waitFor('it was looked at', () => taken.length === 1);
  expect([...configuration.specs.keys()]).toEqual(['one']);
  expect(configuration.problems.join()).toContain('blank');
  rmSync(file);
  await waitFor('it was looked at again', () => taken.length === 2);
  expect([...configuration.specs.keys()]).toEqual(['one']);
});

describe('the start with a configuration that is refused', () => {
  const open = (file: string): ReturnType<typeof openConfiguration> =>
    openConfiguration({
      file,
      named: true,
      kept: keptJson(join(folder, 'kept.json')),
      admit: String,
    });

  it('goes on with the last one that loaded, and says what is wrong', async () => {
    const file = join(folder, 'harness.toml');
    writeFileSync(file, ONE);
    await open(file);
    writeFileSync(file, `${ONE}nonsense = 1\n`);
    const again = await open(file);
    expect(again).toMatchObject({ kind: 'loaded' });
    if (again.kind === 'loaded') {
      expect([...again.configuration.specs.keys()]).toEqual(['one']);
      expect(again.configuration.problems.join()).toContain('nonsense');
    }
  });

  it('starts with a blank file where nothing was in force, and not where something was', async () => {
    const file = join(folder, 'harness.toml');
    writeFileSync(file, '\n');
    expect(await open(file)).toMatchObject({ kind: 'loaded', configuration: { problems: [] } });
    writeFileSync(file, ONE);
    await open(file);
    writeFileSync(file, '');
    const again = await open(file);
    expect(again).toMatchObject({ kind: 'loaded', configuration: { problems: { length: 1 } } });
  });

  it('ends with every error when none is kept, and leaves out a bad drop-in whole', async () => {
    const file = join(folder, 'harness.toml');
    writeFileSync(file, '[harness.x]\nharness = "generic"\nbad = 1\nworse = 2\n');
    expect(await open(file)).toMatchObject({ kind: 'refused', problems: { length: 2 } });
    const dropIns = join(folder, 'drop');
    mkdirSync(dropIns);
    writeFileSync(join(dropIns, 'a.toml'), table('good'));
    writeFileSync(join(dropIns, 'b.toml'), `${table('bad')}worse = 1\n`);
    writeFileSync(file, `[server]\nharness_d = "drop"\n${ONE}`);
    const first = await open(file);
    expect(first).toMatchObject({ kind: 'loaded' });
    if (first.kind === 'loaded') {
      expect([...first.configuration.specs.keys()]).toEqual(['one', 'good']);
      expect(first.configuration.problems).toHaveLength(1);
    }
  });
});
