import type { Turn } from '@harness/turns';
import { asSystemError, isAbsence } from '../file-error.ts';
import { statOf } from '../file-stat.ts';
import type { Ownership } from '../ownership/ownership.ts';
import { newest, type Source, type SourceReport } from '../source.ts';
import type { TraceSource, TraceTrouble } from '../trace.ts';
import { earliestOf, type RunStart } from './first-offset.ts';
import { LineFile, type Stamp } from './line-file.ts';
import type { FollowLimits } from './line-follower.ts';
import type { LineFormat, ReadContext } from './line-format.ts';
import { Rota } from './rota.ts';
import { TranscriptFolders } from './transcript-folders.ts';

/** What a run of an agent that writes lines is read with. */
export interface LineSourceOptions {
  readonly sinceMs: number;
  readonly limits: FollowLimits;
  readonly context: ReadContext;
  readonly ownership: Ownership;
  /** Transcripts that the run's processes hold open, whatever their age. */
  readonly held: () => Promise<readonly string[]>;
}

/** Reads every transcript of a run that grows: its sessions and their sub-agents. */
export class LineSource implements Source {
  readonly root: string;
  readonly triedVersion: string;
  readonly #format: LineFormat;
  readonly #options: LineSourceOptions;
  readonly #rota = new Rota<Watched>(({ file }) => file?.rest());
  readonly #folders: TranscriptFolders[];
  readonly #unseenFolders: TranscriptFolders[] = [];
  readonly #read = new Map<string, LineFile>();
  readonly #ambiguous = new Map<string, TraceSource>();
  #trouble: TraceTrouble | undefined;
  #version: string | undefined;
  #looks = 0;

  constructor(format: LineFormat, options: LineSourceOptions) {
    this.root = format.root;
    this.triedVersion = format.triedVersion;
    this.#format = format;
    this.#options = options;
    this.#folders = [new TranscriptFolders(format.base, format.useOf)];
  }

  async look(): Promise<readonly Turn[]> {
    this.#trouble = undefined;
    const turns: Turn[] = [];
    await this.#discover(this.#folders);
    await this.#lookAtAll(this.#rota.due(), turns);
    // A session that was found has a folder of sub-agents, which may have been at work already.
    while (this.#unseenFolders.length > 0) {
      const found = await this.#discover(this.#unseenFolders.splice(0));
      await this.#lookAtAll(found, turns);
    }
    this.#looks += 1;
    return turns;
  }

  report(): SourceReport {
    const files = [...this.#read.values()];
    return {
      sources: newest(files.map(({ path, identity }) => named(path, identity))),
      ambiguous: newest(this.#ambiguous.values()),
      behind: files.some(({ behind }) => behind),
      skipped: {
        tooLong: sum(files.map(({ tooLong }) => tooLong)),
        malformed: sum(files.map(({ malformed }) => malformed)),
      },
      ...(this.#version === undefined ? {} : { version: this.#version }),
      ...(this.#trouble === undefined ? {} : { trouble: this.#trouble }),
    };
  }

  /** Passes over what cannot be read now: the next look tries it again. */
  async #guard(path: string, look: () => Promise<void>): Promise<void> {
    try {
      await look();
    } catch (error) {
      if (!isAbsence(error)) {
        this.#trouble = { path, ...asSystemError(error) };
      }
    }
  }

  /** The transcripts in these folders that were not known. */
  async #discover(folders: readonly TranscriptFolders[]): Promise<readonly Watched[]> {
    const paths: string[] = [];
    await this.#guard(this.root, async () => {
      paths.push(...folders.flatMap((each) => each.look()).sort());
      paths.push(...(this.#read.size === 0 ? await this.#options.held() : []));
    });
    const start = { sinceMs: this.#options.sinceMs, isLate: this.#looks > 0 };
    return paths
      .map((path) => ({ path, start, stamp: undefined, file: undefined, oldBytes: undefined }))
      .filter((watched) => this.#rota.add(watched));
  }

  async #lookAtAll(due: readonly Watched[], turns: Turn[]): Promise<void> {
    for (const watched of due) {
      const stamp = this.#newsOf(watched);
      if (stamp !== undefined) {
        await this.#guard(watched.path, () => this.#lookAt(watched, stamp, turns));
      }
    }
  }

  /** What a file is now, where that is news. Most are quiet, and to know that costs no more than one call of the system. */
  #newsOf(watched: Watched): Stamp | undefined {
    const { path, stamp: before, file } = watched;
    const stamp = this.#stampOf(path);
    if (stamp === undefined) {
      this.#rota.calm(watched);
    }
    return stamp && isSame(before, stamp) && file?.behind !== true ? undefined : stamp;
  }

  #stampOf(path: string): Stamp | undefined {
    try {
      return stampOf(path);
    } catch (error) {
      this.#trouble = { path, ...asSystemError(error) };
      return undefined;
    }
  }

  async #lookAt(watched: Watched, stamp: Stamp, turns: Turn[]): Promise<void> {
    if (watched.stamp === undefined && stamp.changedMs < earliestOf(watched.start)) {
      watched.stamp = stamp;
      watched.oldBytes = stamp.sizeBytes;
      return;
    }
    this.#rota.stir(watched);
    watched.file ??= await this.#open(watched);
    if (watched.file !== undefined && (await this.#owns(watched.file))) {
      this.#read.set(watched.path, watched.file);
      for (const turn of await watched.file.turns()) {
        turns.push(turn);
      }
    }
    watched.stamp = stamp;
  }

  async #open(watched: Watched): Promise<LineFile | undefined> {
    const identity = await this.#format.identify(watched.path);
    if (identity === 'foreign') {
      this.#rota.drop(watched);
    }
    if (identity === undefined || identity === 'foreign') {
      return undefined;
    }
    this.#version = identity.version ?? this.#version;
    const file = await LineFile.open(watched.path, identity, this.#format, {
      ...this.#options,
      start: { ...watched.start, oldBytes: watched.oldBytes },
    });
    this.#followAgents(file);
    return file;
  }

  #followAgents({ path, identity }: LineFile): void {
    const folder = identity.agent === undefined ? this.#format.agentFolder?.(path) : undefined;
    if (folder === undefined) {
      return;
    }
    const agents = new TranscriptFolders(folder, agentUse);
    this.#unseenFolders.push(agents);
    this.#folders.push(agents);
    if (this.#folders.length > FOLDER_LIMIT) {
      this.#folders.splice(1, 1);
    }
  }

  async #owns({ path, identity, bornMs }: LineFile): Promise<boolean> {
    const { session } = identity;
    const owner = await this.#options.ownership.ownerOf({ session, path, atMs: bornMs });
    if (owner === 'nobody') {
      this.#ambiguous.set(path, named(path, identity));
    } else {
      this.#ambiguous.delete(path);
    }
    return owner === 'ours';
  }
}

/** A transcript that may grow. */
interface Watched {
  readonly path: string;
  readonly start: RunStart;
  stamp: Stamp | undefined;
  file: LineFile | undefined;
  /** What it held when it was found unchanged since before the run. */
  oldBytes: number | undefined;
}

// The root and the sub-agents' folders of the sessions that were written last.
const FOLDER_LIMIT = 9;

function agentUse(
  name: string,
  depth: number,
  isFolder: boolean,
): 'transcript' | 'folder' | 'neither' {
  if (isFolder) {
    return depth < 2 ? 'folder' : 'neither';
  }
  return /^agent-.*\.jsonl$/.test(name) ? 'transcript' : 'neither';
}

function stampOf(path: string): Stamp | undefined {
  const found = statOf(path);
  return found && { sizeBytes: found.size, changedMs: found.mtimeMs, inode: found.ino };
}

function isSame(before: Stamp | undefined, now: Stamp): boolean {
  return (
    before !== undefined &&
    before.sizeBytes === now.sizeBytes &&
    before.changedMs === now.changedMs &&
    before.inode === now.inode
  );
}

function named(
  path: string,
  { session, agent }: { readonly session: string; readonly agent?: string },
): TraceSource {
  return { path, session, ...(agent === undefined ? {} : { agent }) };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}
