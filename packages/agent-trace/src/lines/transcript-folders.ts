import { type Dirent, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { isAbsence } from '../file-error.ts';
import { statOf } from '../file-stat.ts';

/** What an entry of a folder is to a reader of transcripts. */
export type EntryUse = 'transcript' | 'folder' | 'neither';

/** Says what an entry is, by its name and how many folders it lies below the root. */
export type UseOf = (name: string, depth: number, isFolder: boolean) => EntryUse;

/**
 * Finds the transcripts below a folder, each once.
 *
 * A folder is listed anew only when its time of change moved, and of the folders at one depth only
 * the last few by name are looked at again: agents that date their folders write into the newest.
 */
export class TranscriptFolders {
  readonly root: string;
  readonly #useOf: UseOf;
  readonly #folders = new Map<string, Folder>();
  readonly #known = new Set<string>();

  /** Nothing needs to exist yet. */
  constructor(root: string, useOf: UseOf) {
    this.root = root;
    this.#useOf = useOf;
    this.#folders.set(root, { path: root, depth: 0, listedAtMs: 0, changedMs: -1 });
  }

  /** The transcripts that were not there at the last look. Throws where a folder is unreadable. */
  look(): readonly string[] {
    const found: string[] = [];
    for (const folder of this.#watched()) {
      this.#lookAt(folder, found);
    }
    return found;
  }

  #watched(): readonly Folder[] {
    const perDepth = new Map<number, number>();
    return [...this.#folders.values()]
      .sort((a, b) => (a.path < b.path ? 1 : -1))
      .filter(({ depth, changedMs }) => {
        const before = perDepth.get(depth) ?? 0;
        perDepth.set(depth, before + 1);
        return before < WATCHED_PER_DEPTH || changedMs === -1;
      })
      .sort((a, b) => a.depth - b.depth);
  }

  #lookAt(folder: Folder, found: string[]): void {
    const changedMs = statOf(folder.path)?.mtimeMs;
    // A change right after the listing may carry the listing's own stamp.
    if (changedMs === undefined || isSettled(folder, changedMs)) {
      return;
    }
    folder.listedAtMs = Date.now();
    folder.changedMs = changedMs;
    for (const entry of entriesOf(folder.path)) {
      const path = join(folder.path, entry.name);
      const use = this.#useOf(entry.name, folder.depth, entry.isDirectory());
      if (use === 'transcript' && !this.#known.has(path)) {
        this.#known.add(path);
        found.push(path);
      }
      if (use === 'folder' && !this.#folders.has(path)) {
        const below = { path, depth: folder.depth + 1, listedAtMs: 0, changedMs: -1 };
        this.#folders.set(path, below);
        this.#lookAt(below, found);
      }
    }
  }
}

interface Folder {
  readonly path: string;
  readonly depth: number;
  listedAtMs: number;
  /** -1: never listed. */
  changedMs: number;
}

const WATCHED_PER_DEPTH = 4;
const SAME_STAMP_MS = 1_000;

function isSettled({ changedMs: before, listedAtMs }: Folder, changedMs: number): boolean {
  return changedMs === before && changedMs < listedAtMs - SAME_STAMP_MS;
}

/** It does not wait for a thread: folders are small, and listed only when they change. */
function entriesOf(path: string): readonly Dirent[] {
  try {
    return readdirSync(path, { withFileTypes: true });
  } catch (error) {
    if (isAbsence(error)) {
      return [];
    }
    throw error;
  }
}
