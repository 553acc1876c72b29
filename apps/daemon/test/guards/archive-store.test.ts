import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { archiveName, archiveStore } from '../../src/guards/archive-store.ts';

const NOW_MS = Date.parse('2026-11-30T03:15:28.123Z');

let dir: string;
let store: string;
let archive: string;

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'archive-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  store = join(dir, 'crush.db');
  archive = archiveName(store, NOW_MS);
});

function fill(): void {
  for (const part of ['', '-wal', '-shm']) {
    writeFileSync(store + part, `store${part}`);
  }
}

async function heldOpen(path: string): Promise<ChildProcess> {
  const child = spawn('python3', ['-uc', `f = open(${JSON.stringify(path)}); print(1); input()`]);
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  await once(child.stdout, 'data');
  return child;
}

const isDown = (): boolean => true;

describe('archiving a store', () => {
  it('moves it with its log and its index beside itself, under a dated name', async () => {
    fill();
    expect(await archiveStore({ store, archive }, isDown)).toEqual({ kind: 'archived' });
    expect(readdirSync(dir).toSorted()).toEqual([
      'crush.db.rotated-20261130T031528Z',
      'crush.db.rotated-20261130T031528Z-shm',
      'crush.db.rotated-20261130T031528Z-wal',
    ]);
    expect(readFileSync(`${archive}-wal`, 'utf8')).toBe('store-wal');
  });

  it('takes a name that nothing has', () => {
    writeFileSync(`${archive}-wal`, '');
    const second = archiveName(store, NOW_MS);
    writeFileSync(second, '');
    expect([second, archiveName(store, NOW_MS)]).toEqual([`${archive}-2`, `${archive}-3`]);
  });

  it('goes on where an earlier daemon was cut off', async () => {
    fill();
    writeFileSync(`${archive}-wal`, 'moved before');
    rmSync(`${store}-wal`);
    expect(await archiveStore({ store, archive }, isDown)).toEqual({ kind: 'archived' });
    expect(readFileSync(`${archive}-wal`, 'utf8')).toBe('moved before');
    expect(await archiveStore({ store, archive }, isDown)).toEqual({ kind: 'archived' });
  });

  it('has nothing to do without a store', async () => {
    expect(await archiveStore({ store, archive }, isDown)).toEqual({ kind: 'absent' });
  });

  it('moves nothing while a process holds a part of it, and names that process', async () => {
    fill();
    const before = readdirSync(dir);
    const { pid } = await heldOpen(`${store}-wal`);
    expect(await archiveStore({ store, archive }, isDown)).toEqual({
      kind: 'failed',
      detail: expect.stringContaining(`(pid ${pid})`),
    });
    expect(readdirSync(dir)).toEqual(before);
  });

  it('waits a moment for a process that is ending', async () => {
    fill();
    const child = await heldOpen(store);
    const archiving = archiveStore({ store, archive }, isDown);
    child.stdin?.end('\n');
    expect(await archiving).toEqual({ kind: 'archived' });
  });

  it('moves nothing once the harness is up again', async () => {
    fill();
    expect(await archiveStore({ store, archive }, () => false)).toEqual({ kind: 'in_use' });
    expect(readdirSync(dir)).toHaveLength(3);
  });

  it.skipIf(process.getuid?.() === 0)(
    'moves back what it had moved when one part cannot be',
    async () => {
      fill();
      chmodSync(dir, 0o500);
      onTestFinished(() => chmodSync(dir, 0o700));
      expect(await archiveStore({ store, archive }, isDown)).toMatchObject({ kind: 'failed' });
      expect(readdirSync(dir)).toHaveLength(3);
    },
  );

  it('moves back what it had moved when the store itself cannot be', async () => {
    fill();
    // A folder in the place of the archive's name cannot be written over by a file.
    const taken = join(dir, 'taken');
    mkdirSync(join(taken, 'full'), { recursive: true });
    expect(await archiveStore({ store, archive: taken }, isDown)).toMatchObject({ kind: 'failed' });
    expect(readFileSync(`${store}-wal`, 'utf8')).toBe('store-wal');
    expect(readFileSync(store, 'utf8')).toBe('store');
  });
});
