import { execFileSync, spawnSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  got,
  harness,
  hits,
  homes,
  metric,
  notifyTable,
  startDaemon,
  state,
  type ThrowawayHome,
  waitFor,
  writeConfig,
} from '@harness/testkit';
import { afterEach, describe, expect, it } from 'vitest';
import { AT_ONCE, shell } from './quick.ts';

const newHome = homes(afterEach);

const mounted: string[] = [];

// Registered last, so it is called before the home is removed.
afterEach(() => {
  for (const folder of mounted.splice(0)) {
    execFileSync('/bin/umount', ['-l', folder]);
  }
});

/** Puts a disk of its own under the state folder; false where nothing may be mounted. */
function mountSmallDisk({ stateDir }: ThrowawayHome): boolean {
  const options = ['-t', 'tmpfs', '-o', 'size=2m', 'tmpfs', stateDir];
  const isMounted = spawnSync('/bin/mount', options, { stdio: 'ignore' }).status === 0;
  if (isMounted) {
    mounted.push(stateDir);
  }
  return isMounted;
}

function fill({ stateDir }: ThrowawayHome): void {
  for (const sizeBytes of [65_536, 4096]) {
    for (let isFull = false, number = 0; !isFull; number += 1) {
      try {
        writeFileSync(join(stateDir, `filler-${sizeBytes}-${number}`), Buffer.alloc(sizeBytes));
      } catch {
        isFull = true;
      }
    }
  }
}

function makeRoom({ stateDir }: ThrowawayHome): void {
  execFileSync('/bin/mount', ['-o', 'remount,size=16m', stateDir]);
}

async function inMemory({ metricsPort }: ThrowawayHome): Promise<string | undefined> {
  const response = await fetch(`http://127.0.0.1:${metricsPort}/metrics`);
  return /^harness_store_in_memory (\d)$/m.exec(await response.text())?.[1];
}

describe('a disk that is full', () => {
  it('stops neither supervision nor alerts, is said, and is caught up with', async ({ skip }) => {
    const home = await newHome();
    if (!mountSmallDisk(home)) {
      skip('no file system may be mounted here');
    }
    const broken = join(home.dir, 'broken');
    await writeConfig(
      home,
      notifyTable(home, 'events = ["failed"]') +
        shell('a', `[ -e ${broken} ] && exit 1; exec sleep 600`),
    );
    const daemon = await startDaemon(home, { policy: AT_ONCE });
    await waitFor('it runs', async () => (await state(home, 'a')) === 'running');
    fill(home);
    writeFileSync(broken, '');
    await harness(home, ['restart', 'a']);
    await got(home, 'failed', 'a');
    await waitFor('the log says so', async () =>
      (await daemon.log()).includes('store: the disk refuses'),
    );
    const ill = await harness(home, ['doctor']);
    expect(ill.code).toBe(1);
    expect(ill.out).toMatch(/store.*memory/);
    expect(await inMemory(home)).toBe('1');
    rmSync(broken);
    makeRoom(home);
    await waitFor('it has caught up', async () =>
      (await daemon.log()).includes('store: the disk is back'),
    );
    expect(await metric(home, 'failed', 'ok')).toBe(1);
    expect(await inMemory(home)).toBe('0');
    await daemon.kill9();
    await startDaemon(home, { policy: AT_ONCE });
    expect(await state(home, 'a')).toBe('failed');
    expect(await hits(home)).toHaveLength(1);
    const { out } = await harness(home, ['notify', 'history', '--json']);
    expect(JSON.parse(out).notifications).toMatchObject([{ event: 'failed', result: 'ok' }]);
  });
});
