import { stat } from 'node:fs/promises';
import type { AgentKind } from '@harness/turns';
import { asSystemError } from './file-error.ts';
import type { LineFormat } from './lines/line-format.ts';
import { TranscriptFolders } from './lines/transcript-folders.ts';
import { formatFor } from './sources.ts';
import type { Claimant } from './trace.ts';

/** Where a run's transcripts stand. */
export interface Location {
  readonly kind: AgentKind;
  /** The folder or the store in which the agent keeps its sessions, whether it exists or not. */
  readonly root: string;
  /** The transcripts, or the store, that were written to since the run began. */
  readonly files: readonly string[];
}

/**
 * Finds what a run may have written: by the agent's environment, its working directory and the time
 * since it began. Rejects with the system's error where a folder cannot be listed.
 */
export async function locate(
  kind: AgentKind,
  where: Pick<Claimant, 'env' | 'workdir' | 'sinceMs' | 'dataDirectory'>,
): Promise<Location> {
  const found = await formatFor({ kind, ...where });
  if (found.kind === 'store') {
    const { root } = found;
    return { kind, root, files: await writtenSince([root, `${root}-wal`], where.sinceMs, root) };
  }
  return { kind, root: found.format.root, files: await transcripts(found.format, where.sinceMs) };
}

async function transcripts(format: LineFormat, sinceMs: number): Promise<readonly string[]> {
  const paths = new TranscriptFolders(format.base, format.useOf).look();
  const files: string[] = [];
  for (const path of paths) {
    const isWritten = (await writtenSince([path], sinceMs, path)).length > 0;
    const identity = isWritten ? await format.identify(path) : 'foreign';
    if (identity !== undefined && identity !== 'foreign') {
      files.push(path);
    }
  }
  return files;
}

async function writtenSince(
  paths: readonly string[],
  sinceMs: number,
  name: string,
): Promise<readonly string[]> {
  const stats = await Promise.all(paths.map((path) => stat(path).catch(absent)));
  return stats.some((each) => each !== undefined && each.mtimeMs >= sinceMs) ? [name] : [];
}

function absent(error: unknown): undefined {
  asSystemError(error);
  return undefined;
}
