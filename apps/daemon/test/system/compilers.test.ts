import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { homes, startDaemon, waitFor, writeConfig } from '@harness/testkit';
import { afterEach, expect, it } from 'vitest';

const newHome = homes(afterEach);

// Loaded into the daemon: writes down whether a function that is new there is compiled by its first call.
const watch = (file: string): string => `
import { writeFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
setFlagsFromString('--allow-natives-syntax');
const isCompiled = new Function('called', 'return %ActiveTierIsSparkplug(called)');
let count = 0;
const look = () => {
  count += 1;
  const called = new Function('point', 'return point.x + ' + count);
  called({ x: 1 });
  writeFileSync(${JSON.stringify(file)}, String(isCompiled(called)));
};
look();
setInterval(look, 20).unref();`;

it('compiles a function at its first call, so that the first alerts are not slower than the others', async () => {
  const home = await newHome();
  await writeConfig(home, '');
  const seen = join(home.dir, 'compiled-by-first-call');
  const probe = join(home.dir, 'watch.mjs');
  await writeFile(probe, watch(seen));
  await startDaemon(home, { env: { NODE_OPTIONS: `--import=${probe}` } });
  const isCompiled = await waitFor(
    'the first call compiles',
    async () => (await readFile(seen, 'utf8')) === 'true',
  );
  expect(isCompiled).toBe(true);
});
