import { statSync } from 'node:fs';

/** Sizes and times of change in one text: as long as it stays the same, nothing was written there. */
export function fileMarks(paths: readonly string[]): string {
  return paths.map(markOf).join(' ');
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
