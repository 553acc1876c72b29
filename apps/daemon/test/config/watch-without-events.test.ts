import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { waitFor } from '@harness/testkit';
import { expect, it, onTestFinished, vi } from 'vitest';
import { openConfiguration } from '../../src/config/configuration.ts';
import { keptJson } from '../../src/config/kept-json.ts';
import { watchConfiguration } from '../../src/config/watch-configuration.ts';

// A file system that reports nothing, as network file systems do.
vi.mock('../../src/config/watch-folders.ts', () => ({
  createFolderWatches: () => ({ follow: () => false, close: () => undefined }),
}));

const table = (name: string): string =>
  `[harness.${name}]\nharness = "generic"\nargs = ["-c", "true"]\n`;

it.each([
  ['takes a change that no event told of', '', ['two']],
  ['leaves it alone where it is told not to watch', '[daemon]\nwatch_config = false\n', ['one']],
])('%s', async (_what, setting, expected) => {
  const folder = mkdtempSync(join(tmpdir(), 'watch-'));
  const file = join(folder, 'harness.toml');
  writeFileSync(file, `${setting}${table('one')}`);
  const first = await openConfiguration({
    file,
    named: true,
    kept: keptJson(join(folder, 'kept.json')),
    admit: String,
  });
  if (first.kind === 'refused') {
    throw new Error(first.problems.join('\n'));
  }
  const { configuration } = first;
  let round = (): unknown => undefined;
  let rounds = 0;
  const watching = watchConfiguration({
    configuration,
    changed: () => configuration.reload(),
    quietMs: 5,
    often: (task) => {
      round = task;
      return () => undefined;
    },
  });
  onTestFinished(() => {
    watching.close();
    rmSync(folder, { recursive: true, force: true });
  });
  writeFileSync(file, `${setting}${table('two')}`);
  await waitFor('the names are those expected, or some rounds have passed', () => {
    round();
    rounds += 1;
    return [...configuration.specs.keys()][0] === expected[0] && rounds > 3;
  });
  expect([...configuration.specs.keys()]).toEqual(expected);
});
