import { existsSync, renameSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { type Holder, holdersOf } from '../process/holders-of.ts';
import type { Archived, Rotation } from './rotation.ts';

// The log first: a store without its name is the last that is missed, so what is cut off here can be gone on with.
const PARTS = ['-wal', '-shm', ''];

// What has been told to end may take a moment to let go.
const PATIENCE_MS = 3_000;
const LOOK_MS = 100;

/**
 * Moves a store with its log and its index beside itself, or moves nothing: a store that somebody holds open would be
 * written on under its new name. Nothing is deleted and nothing is written over.
 *
 * @param isDown - Asked in the turn in which it is moved.
 */
export async function archiveStore(
  { store, archive }: Pick<Rotation, 'store' | 'archive'>,
  isDown: () => boolean,
): Promise<Archived> {
  if (!existsSync(store)) {
    return { kind: existsSync(archive) ? 'archived' : 'absent' };
  }
  const holders = await holdersLeft(PARTS.map((part) => store + part));
  if (!isDown()) {
    return { kind: 'in_use' };
  }
  return holders.length > 0 ? heldBy(store, holders) : move(store, archive);
}

/** A path beside a store that nothing has yet: `crush.db.rotated-20261130T031528Z`. */
export function archiveName(store: string, nowMs: number): string {
  const stamp = new Date(nowMs).toISOString().replaceAll(/[-:]|\.\d+/g, '');
  const name = `${store}.rotated-${stamp}`;
  let free = name;
  for (let number = 2; PARTS.some((part) => existsSync(free + part)); number += 1) {
    free = `${name}-${number}`;
  }
  return free;
}

async function holdersLeft(paths: readonly string[]): Promise<readonly Holder[]> {
  const endMs = performance.now() + PATIENCE_MS;
  for (;;) {
    const holders = await holdersOf(paths);
    if (holders.length === 0 || performance.now() > endMs) {
      return holders;
    }
    await pause(LOOK_MS);
  }
}

function heldBy(store: string, holders: readonly Holder[]): Archived {
  const names = holders.map(({ name, pid }) => `${name} (pid ${pid})`).join(', ');
  return { kind: 'failed', detail: `${store} is held open by ${names}` };
}

function move(store: string, archive: string): Archived {
  const moved: string[] = [];
  try {
    for (const part of PARTS) {
      if (existsSync(store + part)) {
        renameSync(store + part, archive + part);
        moved.push(part);
      }
    }
    return { kind: 'archived' };
  } catch (error) {
    for (const part of moved) {
      renameSync(archive + part, store + part);
    }
    return { kind: 'failed', detail: error instanceof Error ? error.message : String(error) };
  }
}
