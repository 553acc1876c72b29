import { type FSWatcher, realpathSync, watch } from 'node:fs';
import { dirname } from 'node:path';

/** Watches that end together. */
export interface Watching {
  close(): void;
}

/**
 * Calls `onEvent` when something happens in the folders of some files, those that the files' links lead to included.
 *
 * Folders, not files: a watch on a file follows the old file once an editor has saved by renaming a new one over it. A
 * folder that cannot be watched is passed over.
 */
export function watchFolders(paths: readonly string[], onEvent: () => void): Watching {
  const folders = new Set(paths.flatMap((path) => [dirname(path), dirname(realPath(path))]));
  const watchers = [...folders].flatMap((folder) => watchFolder(folder, onEvent));
  return {
    close() {
      for (const watcher of watchers) {
        watcher.close();
      }
    },
  };
}

function watchFolder(folder: string, onEvent: () => void): readonly FSWatcher[] {
  try {
    const watcher = watch(folder, onEvent);
    watcher.on('error', () => watcher.close());
    return [watcher];
  } catch {
    return [];
  }
}

function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
