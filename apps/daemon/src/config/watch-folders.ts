import { type FSWatcher, statSync, watch } from 'node:fs';
import { ANY_NAME, type Place } from './watch-places.ts';

/** Watches on folders that come and go. */
export interface FolderWatches {
  /**
   * Watches these places from now on, and no others; a watch that still serves goes on.
   *
   * @returns Whether each of them is watched.
   */
  follow(places: readonly Place[]): boolean;
  close(): void;
}

interface FolderWatch {
  readonly watcher: FSWatcher;
  names: ReadonlySet<string>;
}

/**
 * Calls `onEvent` when something happens at the places that it follows.
 *
 * Folders are watched, not files: a watch on a file follows the old file once an editor has saved by renaming a new one
 * over it. A folder that cannot be watched is passed over.
 */
export function createFolderWatches(onEvent: () => void): FolderWatches {
  const watches = new Map<string, FolderWatch>();

  function open(folder: string, names: ReadonlySet<string>): FolderWatch | undefined {
    try {
      const watcher = watch(folder, (_kind, name) => {
        const { names: wanted } = made;
        if (name === null || wanted.has(ANY_NAME) || wanted.has(name)) {
          onEvent();
        }
      });
      const made: FolderWatch = { watcher, names };
      watcher.on('error', () => watcher.close());
      return made;
    } catch {
      // Gone since it was looked at, or the system has no watch left; the caller looks now and then anyway.
      return undefined;
    }
  }

  return {
    follow(places) {
      const wanted = Map.groupBy(places, ({ folder }) => identityOf(folder));
      for (const [identity, { watcher }] of watches) {
        if (!wanted.has(identity)) {
          watcher.close();
          watches.delete(identity);
        }
      }
      for (const [identity, group] of wanted) {
        const names = new Set(group.map(({ name }) => name));
        const known = watches.get(identity);
        const made = known ?? open(group[0]?.folder ?? '', names);
        if (made !== undefined) {
          made.names = names;
          watches.set(identity, made);
        }
      }
      return watches.size === wanted.size;
    },
    close() {
      for (const { watcher } of watches.values()) {
        watcher.close();
      }
      watches.clear();
    },
  };
}

/** Another one for a folder that was put in the place of a watched one. */
function identityOf(folder: string): string {
  const stats = statSync(folder, { throwIfNoEntry: false });
  return stats === undefined ? folder : `${stats.dev} ${stats.ino}`;
}
