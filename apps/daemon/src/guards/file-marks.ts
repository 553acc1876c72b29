import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { TraceStatus } from '@harness/agent-trace';

// A run writes into few places at a time: its session, its sub-agents, the folder in which a new session begins.
const MOST_SOURCES = 6;
const MOST_FOLDERS = 5;

/**
 * Sizes and times of change of the places in which a run writes, in one text: as long as it stays the same, reading
 * the transcript is not worth it.
 */
export function fileMarks(status: TraceStatus): string {
  // Before the first reading nobody knows where to look.
  return status.root === '' ? '' : [...placesOf(status)].map(markOf).join(' ');
}

function placesOf({ root, sources }: TraceStatus): ReadonlySet<string> {
  const places = new Set<string>([root, `${root}-wal`]);
  for (const { path } of sources.slice(0, MOST_SOURCES)) {
    places.add(path);
    for (const folder of foldersUp(path, root)) {
      places.add(folder);
    }
  }
  return places;
}

function foldersUp(path: string, root: string): readonly string[] {
  const folders: string[] = [];
  for (
    let folder = dirname(path);
    folder.startsWith(root) && folder !== root && folders.length < MOST_FOLDERS;
    folder = dirname(folder)
  ) {
    folders.push(folder);
  }
  return folders;
}

function markOf(path: string): string {
  try {
    const stat = statSync(path, { throwIfNoEntry: false });
    return stat === undefined ? '-' : `${stat.size}:${stat.mtimeMs}`;
  } catch {
    // What cannot be looked at is the reader's to report.
    return '?';
  }
}
