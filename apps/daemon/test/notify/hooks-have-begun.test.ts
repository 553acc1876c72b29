import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { hooksHaveBegun } from '../../src/notify/hooks-have-begun.ts';
import { holdersOf } from '../../src/process/holders-of.ts';
import { throwawayFolder } from './notify-lab.ts';

/** A file that another program holds open for so long. */
async function heldFor(seconds: string): Promise<string> {
  const path = join(throwawayFolder(), 'harness.db');
  writeFileSync(path, '');
  const script = 'exec 3<"$0"; echo held; exec sleep "$1"';
  const holder = spawn('sh', ['-c', script, path, seconds], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => {
    holder.kill();
  });
  await once(holder.stdout, 'data');
  return path;
}

it('waits for what holds the file, since that may become a hook', async () => {
  const path = await heldFor('0.3');
  expect(await holdersOf([path])).toHaveLength(1);
  await hooksHaveBegun(path);
  expect(await holdersOf([path])).toEqual([]);
});

it('does not wait for ever', async () => {
  const path = await heldFor('600');
  await hooksHaveBegun(path);
  expect(await holdersOf([path])).toHaveLength(1);
});

it('waits for nobody where nobody is', async () => {
  await hooksHaveBegun(join(throwawayFolder(), 'harness.db'));
});
