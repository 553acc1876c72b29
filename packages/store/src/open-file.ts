import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { createFile } from './create-file.ts';
import { faultOf } from './fault.ts';
import { type Found, inspectFile } from './inspect-file.ts';
import { moveAside } from './move-aside.ts';
import { type OpenFile, openConnection } from './open-connection.ts';

/** The file, open and read, or why it cannot be used. */
export type Opening =
  | { readonly kind: 'opened' | 'created'; readonly file: OpenFile }
  | {
      readonly kind: 'moved_aside';
      readonly file: OpenFile;
      readonly movedTo: string;
      readonly reason: string;
    }
  | { readonly kind: 'memory'; readonly reason: string };

/** How to open it. */
export interface OpenRequest {
  readonly path: string;
  /** The numbering of a file that has to be made. */
  readonly storeId: string;
  readonly atMs: number;
  /** Run ids of a file that has to be made begin above it, where none was damaged. */
  readonly runFloor: number;
  /** Reading or writing it failed before: look at every page, however many. */
  readonly suspect: boolean;
}

/** Opens the file or makes one; a damaged one is moved aside first. Never throws for the disk. */
export function openFile(request: OpenRequest): Opening {
  try {
    mkdirSync(dirname(request.path), { recursive: true, mode: 0o700 });
    return openFound(request, inspectFile(request.path));
  } catch (error) {
    return { kind: 'memory', reason: faultOf(error).reason };
  }
}

function openFound(request: OpenRequest, found: Found): Opening {
  switch (found.kind) {
    case 'absent':
      return { kind: 'created', file: create(request, request.runFloor) };
    case 'newer':
      return { kind: 'memory', reason: `written by a newer harness (schema ${found.version})` };
    case 'damaged':
      return beginAnew(request, found.reason);
    case 'store': {
      const opened = openConnection(request.path, found.sizeBytes, request.suspect);
      return 'connection' in opened ? { kind: 'opened', file: opened } : openFound(request, opened);
    }
  }
}

function beginAnew(request: OpenRequest, reason: string): Opening {
  const movedTo = moveAside(request.path, request.atMs);
  return { kind: 'moved_aside', file: create(request, runFloor(request.atMs)), movedTo, reason };
}

/** An id that no run before `atMs` has had, wherever ids began: fewer than one run a second. */
export function runFloor(atMs: number): number {
  return Math.floor(atMs / 1000);
}

function create(request: OpenRequest, floor: number): OpenFile {
  createFile(request.path, request.storeId, floor);
  const opened = openConnection(request.path, 0, false);
  if ('connection' in opened) {
    return opened;
  }
  throw new Error('A store that was just made cannot be read.');
}
