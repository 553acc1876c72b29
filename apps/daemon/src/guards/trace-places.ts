import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { TraceStatus } from '@harness/agent-trace';

/** Where a run writes, or is about to. */
export interface TracePlaces {
  readonly files: readonly string[];
  /** Something new in one of them may be the run's. */
  readonly folders: readonly string[];
}

// A run writes into few places at a time: its session, its sub-agents, the folder in which a new session begins.
const MOST_SOURCES = 6;
const MOST_LEVELS = 5;

/** Where to look for news of a run; nowhere before its transcript was first looked for. */
export function tracePlaces({ kind, root, sources }: TraceStatus, nowMs: number): TracePlaces {
  if (root === '') {
    return { files: [], folders: [] };
  }
  const newest = [...new Set(sources.slice(0, MOST_SOURCES).map(({ path }) => path))];
  const isStore = kind === 'crush' || kind === 'opencode';
  const folders = new Set([
    existing(isStore ? dirname(root) : root),
    ...newest.flatMap((path) => foldersUp(path, root)),
    ...(kind === 'codex' ? datedFolders(root, new Date(nowMs)) : []),
  ]);
  return { files: isStore ? [root, `${root}-wal`] : newest, folders: [...folders] };
}

/** A folder, or the one in which it will be made. */
function existing(folder: string): string {
  let found = folder;
  for (let level = 0; level < MOST_LEVELS && !existsSync(found); level += 1) {
    found = dirname(found);
  }
  return found;
}

function foldersUp(path: string, root: string): readonly string[] {
  const folders: string[] = [];
  let folder = dirname(path);
  while (folder.startsWith(`${root}/`) && folders.length < MOST_LEVELS) {
    folders.push(folder);
    folder = dirname(folder);
  }
  return folders;
}

/** Source: Codex 0.171, 2026-11: `sessions/YYYY/MM/DD/`, in local time. */
function datedFolders(root: string, date: Date): readonly string[] {
  const year = join(root, String(date.getFullYear()));
  const month = join(year, String(date.getMonth() + 1).padStart(2, '0'));
  return [year, month, join(month, String(date.getDate()).padStart(2, '0'))];
}
