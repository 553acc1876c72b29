import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { waitFor } from '@harness/testkit';
import { expect, it, onTestFinished, vi } from 'vitest';
import { type Configuration, openConfiguration } from '../../src/config/configuration.ts';
import { keptJson } from '../../src/config/kept-json.ts';
import { watchConfiguration } from '../../src/config/watch-configuration.ts';
import type { createFolderWatches } from '../../src/config/watch-folders.ts';

/** A file system that reports nothing by itself, as network file systems do; `event` speaks in its place. */
function silent(): { openWatches: typeof createFolderWatches; event: () => void } {
  let hear = (): void => undefined;
  return {
    openWatches: (onEvent) => {
      hear = onEvent;
      return { follow: () => false, close: () => undefined };
    },
    event: () => hear(),
  };
}

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
    openWatches: silent().openWatches,
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

it('lets the files keep still for as long as ever where a look comes right before one that is due', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  let content = 'old';
  const taken: string[] = [];
  const configuration = {
    file: '/nowhere/harness.toml',
    config: { daemon: { watchConfig: true }, server: {} },
    fingerprint: 'old',
    look: () => Promise.resolve(content),
  };
  let round = (): unknown => undefined;
  const callOff = vi.fn();
  const { openWatches, event } = silent();
  const watching = watchConfiguration({
    configuration: configuration as unknown as Configuration,
    changed: () => Promise.resolve(taken.push(content)),
    quietMs: 200,
    openWatches,
    often: (task) => {
      round = task;
      return callOff;
    },
  });
  content = 'half';
  event();
  await vi.advanceTimersByTimeAsync(190);
  round();
  await vi.advanceTimersByTimeAsync(20);
  expect(taken).toEqual([]);
  content = 'whole';
  await vi.advanceTimersByTimeAsync(600);
  expect(taken).toEqual(['whole']);
  watching.close();
  expect(callOff).toHaveBeenCalledOnce();
});
