import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { hooksHaveBegun } from '../../src/notify/hooks-have-begun.ts';
import { holdersOf } from '../../src/process/holders-of.ts';
import { throwawayFolder } from './notify-lab.ts';

const FOR_EVER_MS = 600_000;

/** A file that another program holds open until it is let go. */
async function heldFile(): Promise<{ readonly path: string; readonly letGo: () => void }> {
  const path = join(throwawayFolder(), 'harness.db');
  writeFileSync(path, '');
  const holder = spawn('sh', ['-c', 'exec 3<"$0"; echo held; exec sleep 600', path], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const letGo = (): void => {
    holder.kill();
  };
  onTestFinished(letGo);
  await once(holder.stdout, 'data');
  return { path, letGo };
}

it('waits for what holds the file, since that may become a hook', async () => {
  const { path, letGo } = await heldFile();
  let isOver = false;
  const waiting = hooksHaveBegun(path, FOR_EVER_MS).then(() => {
    isOver = true;
  });
  expect(await holdersOf([path])).toHaveLength(1);
  expect(isOver).toBe(false);
  letGo();
  await waiting;
  expect(await holdersOf([path])).toEqual([]);
});

it('does not wait for ever', async () => {
  const { path } = await heldFile();
  await hooksHaveBegun(path, 1);
  expect(await holdersOf([path])).toHaveLength(1);
});

it('waits for nobody where nobody is', async () => {
  await hooksHaveBegun(join(throwawayFolder(), 'harness.db'));
});
