import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { harness, homes, notifyTable, startDaemon, waitFor, writeConfig } from '@harness/testkit';
import { afterEach, expect, it } from 'vitest';

const newHome = homes(afterEach);

// Loaded into the daemon: writes down what Node itself starts there.
const watch = (file: string): string => `
import { appendFileSync } from 'node:fs';
import { subscribe } from 'node:diagnostics_channel';
subscribe('tracing:child_process.spawn:start', ({ options }) => {
  appendFileSync(${JSON.stringify(file)}, options.file + '\\n');
});`;

it('runs hooks without a fork once it has been up for a moment', async () => {
  const home = await newHome();
  await writeConfig(home, notifyTable(home));
  const seen = join(home.dir, 'started-by-node');
  const probe = join(home.dir, 'watch.mjs');
  await writeFile(probe, watch(seen));
  await startDaemon(home, { env: { NODE_OPTIONS: `--import=${probe}` } });
  const byNode = async (): Promise<string[]> => (await readFile(seen, 'utf8')).split('\n');

  let runs = 0;
  await waitFor('a hook that Node did not start', async () => {
    const before = (await byNode()).length;
    expect((await harness(home, ['doctor', '--notify-test'])).code).toBe(0);
    runs += 1;
    return (await byNode()).length === before;
  });
  expect(await byNode()).toContain('mkfifo');
  expect((await home.hook.read()).map(({ event }) => event)).toEqual(Array(runs).fill('test'));
});
