import { lstatSync, readlinkSync } from 'node:fs';
import { join, parse, resolve, sep } from 'node:path';

/** A folder, and the name in it whose change matters. */
export interface Place {
  readonly folder: string;
  readonly name: string;
}

// As many as the kernel follows.
const MOST_LINKS = 40;

/**
 * Every place at which a path can come to mean another file: the last part that exists, or the first that does not, and
 * each link on the way, those of the folders included.
 */
export function placesOf(path: string): readonly Place[] {
  const places: Place[] = [];
  let rest = partsOf(path);
  let folder = parse(path).root;
  let links = 0;
  for (let name = rest.shift(); name !== undefined; name = rest.shift()) {
    const here = join(folder, name);
    const kind = kindOf(here);
    if (kind === 'link' && links < MOST_LINKS) {
      links += 1;
      places.push({ folder, name });
      const target = resolve(folder, readlinkSync(here));
      rest = [...partsOf(target), ...rest];
      folder = parse(target).root;
    } else if (kind === 'absent' || rest.length === 0) {
      places.push({ folder, name });
      break;
    } else {
      folder = here;
    }
  }
  return places;
}

function partsOf(path: string): string[] {
  const { root } = parse(path);
  return path
    .slice(root.length)
    .split(sep)
    .filter((part) => part !== '');
}

function kindOf(path: string): 'absent' | 'link' | 'other' {
  try {
    return lstatSync(path).isSymbolicLink() ? 'link' : 'other';
  } catch {
    // Not there, or behind a folder that this user may not enter.
    return 'absent';
  }
}

/** The folder that a path leads to, every name in it included. */
export function insideOf(folder: string): readonly Place[] {
  const places = placesOf(folder);
  const last = places.at(-1);
  return last === undefined
    ? []
    : [...places, { folder: join(last.folder, last.name), name: ANY_NAME }];
}

/** Stands for every name: no file can be called that. */
export const ANY_NAME = '/';
