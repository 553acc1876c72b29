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
  readonly atMs: number;
  /** Nothing has been written or given out before. */
  readonly isFirst: boolean;
  /** Reading or writing it failed before: look at every page, however many. */
  readonly isSuspect: boolean;
}

const UNREADABLE: Opening = { kind: 'memory', reason: 'a store just made cannot be read' };

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
    case 'absent': {
      const file = create(request, request.isFirst ? 0 : runFloor(request.atMs));
      return file === undefined ? UNREADABLE : { kind: 'created', file };
    }
    case 'newer':
      return { kind: 'memory', reason: `written by a newer harness (schema ${found.version})` };
    case 'damaged':
      return beginAnew(request, found.reason);
    case 'store': {
      const opened = openConnection(request, found.sizeBytes);
      return 'connection' in opened ? { kind: 'opened', file: opened } : openFound(request, opened);
    }
  }
}

function beginAnew(request: OpenRequest, reason: string): Opening {
  const movedTo = moveAside(request.path, request.atMs);
  const file = create(request, runFloor(request.atMs));
  return file === undefined ? UNREADABLE : { kind: 'moved_aside', file, movedTo, reason };
}

/** An id that no run before `atMs` has had, wherever ids began: fewer than one run a second. */
export function runFloor(atMs: number): number {
  return Math.floor(atMs / 1000);
}

function create(request: OpenRequest, floor: number): OpenFile | undefined {
  createFile(request.path, floor);
  const opened = openConnection(request, 0);
  return 'connection' in opened ? opened : undefined;
}
