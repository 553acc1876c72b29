import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { NOW_MS, notification, open } from './throwaway-store.ts';

const filler = (bytes: number) => ({ payload: () => ({ filler: 'x'.repeat(bytes) }) });

/** A file system of its own of so many kilobytes, or undefined where none may be mounted. */
function smallDisk(sizeKb: number): string | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'disk-'));
  const options = ['-t', 'tmpfs', '-o', `size=${sizeKb}k`, 'tmpfs', folder];
  const isMounted = spawnSync('/bin/mount', options, { stdio: 'ignore' }).status === 0;
  onTestFinished(() => {
    if (isMounted) {
      execFileSync('/bin/umount', ['-l', folder]);
    }
    rmSync(folder, { recursive: true, force: true });
  });
  return isMounted ? folder : undefined;
}

describe('a full disk', () => {
  it('costs nothing: what did not fit is written when there is room', ({ skip }) => {
    const disk = smallDisk(1_024) ?? skip('no file system may be mounted here');
    const { store, troubles } = open(join(disk, 'state'));
    const seqs: number[] = [];
    for (let number = 1; store.health().state === 'durable' || number % 50 > 0; number += 1) {
      seqs.push(store.enqueue(notification(`n${number}`, filler(2_000))).seq);
      store.saveLifecycle('a', { number });
    }
    expect(store.health().reason).toMatch(/full/);
    const unstarted = store.unstarted().map(({ id }) => id);
    expect(unstarted).toHaveLength(seqs.length);
    for (const id of unstarted.slice(0, 20)) {
      expect(store.started(id, NOW_MS)).toBe(true);
    }
    expect(store.retry()).toBe(false);
    expect(troubles.map(({ kind }) => kind)).toEqual(['memory']);
    execFileSync('/bin/mount', ['-o', 'remount,size=16m', disk]);
    expect(store.retry()).toBe(true);
    store.close();
    const next = open(join(disk, 'state')).store;
    expect(next.opened).toEqual({ kind: 'opened' });
    expect(next.unstarted().map(({ id }) => id)).toEqual(unstarted.slice(20));
    expect(next.openStarted().map(({ id }) => id)).toEqual(unstarted.slice(0, 20));
    expect(next.harnesses().get('a')).toEqual({ lifecycle: { number: seqs.length } });
  });

  it('means memory from the start when not even an empty store fits', ({ skip }) => {
    const disk = smallDisk(64) ?? skip('no file system may be mounted here');
    writeFileSync(join(disk, 'filler'), Buffer.alloc(56 * 1_024));
    const folder = join(disk, 'state');
    mkdirSync(folder);
    const { store } = open(folder);
    expect(store.opened).toMatchObject({ kind: 'memory' });
    store.enqueue(notification('n1'));
    execFileSync('/bin/mount', ['-o', 'remount,size=4m', disk]);
    expect(store.retry()).toBe(true);
    store.close();
    expect(open(folder).store.unstarted()).toMatchObject([{ id: 'n1' }]);
  });
});
