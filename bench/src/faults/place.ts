import { execFileSync } from 'node:child_process';
import {
  closeSync,
  constants,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { waitUntil } from '../wait-until.ts';
import { type Note, notesIn } from './tellings.ts';

/** A program that a supervisor is to keep, in an executable file. */
export interface Program {
  readonly name: string;
  readonly run: string;
  /** Exits 0 while the program answers; absent where nobody asks it. */
  readonly probe?: string;
}

/** One supervisor's programs and the hook that it tells a person with, in a folder that nothing else uses. */
export interface Place {
  readonly folder: string;
  readonly programs: readonly Program[];
  /** The hook; its first word is the program's name, unless the environment says it as Harness does. */
  readonly hook: string;
  /** When a person is to be told: at each death, or only when the supervisor gives up. */
  readonly tell: 'death' | 'giving-up';
}

/** How often a program is started again until the supervisor gives up, where the fault is a crash loop. */
export const RESTARTS = 3;

/** What the programs of a place are made of. */
export interface Script {
  readonly names: readonly string[];
  /** The shell lines of a program, behind a note that it is up; `$name` is its name, and `fault` notes its fault. */
  readonly lines: string;
  readonly probed: boolean;
  readonly tell: Place['tell'];
}

/** Lays out a place below `folder`. */
export function layOut(folder: string, { names, lines, probed, tell }: Script): Place {
  mkdirSync(folder, { recursive: true });
  const programs = names.map((name) => {
    execFileSync('mkfifo', [join(folder, `go-${name}`)]);
    const run = writeScript(folder, `run-${name}`, `name=${name}\n${NOTE}note up\n${lines}`);
    return probed
      ? { name, run, probe: writeScript(folder, `probe-${name}`, PROBE) }
      : { name, run };
  });
  execFileSync('mkfifo', [join(folder, 'never')]);
  return { folder, programs, tell, hook: writeScript(folder, 'hook', HOOK) };
}

/** Writes an executable file of shell that runs in the folder and has its path in its own command line. */
export function writeScript(folder: string, name: string, lines: string): string {
  const path = join(folder, name);
  writeFileSync(path, `#!/bin/sh\ncd '${folder}' || exit 1\n${lines}\n`, { mode: 0o755 });
  return path;
}

/** Shell that waits, without a process of its own, until {@link letGo}. */
export const AWAIT_GO = ': <"go-$name"';

// /proc/uptime is read by the shell itself: no other process, and the same clock for all.
const NOTE = `note() { read -r up _ </proc/uptime; echo "$name $up $$" >>"$1"; }
fault() { note faults; }
`;

const HOOK = `name=\${HARNESS_NOTIFY_HARNESS:-$1}
${NOTE}note tellings
[ ! -e "hangs-$name" ] || : <never`;

const PROBE = `[ -n "$(find alive -newermt '-2 seconds')" ] || { echo 'no answer'; exit 1; }`;

/** Lets a program that waits for it go on. */
export async function letGo(place: Place, name: string): Promise<void> {
  await waitUntil(`${name} waits in ${place.folder}`, () =>
    opened(join(place.folder, `go-${name}`)),
  );
}

function opened(pipe: string): boolean {
  try {
    closeSync(openSync(pipe, constants.O_WRONLY | constants.O_NONBLOCK));
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENXIO') {
      return false;
    }
    throw error;
  }
}

/** What has been noted so far: programs that are up, faults, tellings. */
export function notesOf(place: Place, log: 'up' | 'faults' | 'tellings'): readonly Note[] {
  const file = join(place.folder, log);
  return existsSync(file) ? notesIn(readFileSync(file, 'utf8')) : [];
}

/** Whether each of the programs has been noted at least once. */
export function areNoted(
  place: Place,
  log: 'up' | 'faults' | 'tellings',
  names: readonly string[],
): boolean {
  const noted = new Set(notesOf(place, log).map(({ program }) => program));
  return names.every((name) => noted.has(name));
}
