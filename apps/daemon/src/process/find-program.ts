import { constants } from 'node:fs';
import { access, open, stat } from 'node:fs/promises';
import { isAbsolute, join, resolve } from 'node:path';
import { codeOf, isExhausted, type StartFailure, startFailure } from './start-failure.ts';

// What the C library searches when there is no PATH.
const DEFAULT_PATH = '/bin:/usr/bin';

/** A program's path, or why it cannot be started. */
export type ProgramSearch = { readonly kind: 'found'; readonly path: string } | StartFailure;

/**
 * Finds what `program` would run in `cwd` under `searchPath`, as the C library does, and says plainly what
 * is wrong: the folder to work in, the program, its run bit, or its interpreter. Never rejects.
 */
export async function findProgram(
  program: string,
  cwd: string,
  searchPath: string = DEFAULT_PATH,
): Promise<ProgramSearch> {
  try {
    const found = (await folderProblem(cwd)) ?? (await search(program, cwd, searchPath));
    return found.kind === 'found' ? ((await missingInterpreter(found.path)) ?? found) : found;
  } catch (error) {
    return startFailure(error);
  }
}

async function folderProblem(cwd: string): Promise<StartFailure | undefined> {
  const state = await codeFrom(async () => {
    if (!(await stat(cwd)).isDirectory()) {
      return 'ENOTDIR';
    }
    await access(cwd, constants.X_OK);
    return undefined;
  });
  return state === undefined
    ? undefined
    : failure(state, `the workdir ${cwd} ${FOLDER_STATES[state] ?? 'cannot be used'}`);
}

async function search(program: string, cwd: string, searchPath: string): Promise<ProgramSearch> {
  if (program === '') {
    return failure('ENOENT', 'the program has no name');
  }
  if (program.includes('/')) {
    return check(isAbsolute(program) ? program : resolve(cwd, program));
  }
  let refused: StartFailure | undefined;
  for (const folder of searchPath.split(':')) {
    const found = await check(join(resolve(cwd, folder), program));
    if (found.kind === 'found') {
      return found;
    }
    refused ??= found.code === 'EACCES' ? found : undefined;
  }
  return refused ?? failure('ENOENT', `the program ${program} was not found in PATH`);
}

async function check(path: string): Promise<ProgramSearch> {
  const state = await codeFrom(async () => {
    if (!(await stat(path)).isFile()) {
      return 'EISDIR';
    }
    await access(path, constants.X_OK);
    return undefined;
  });
  if (state === undefined) {
    return { kind: 'found', path };
  }
  const code = state === 'EISDIR' ? 'EACCES' : state;
  return failure(code, `the program ${path} ${PROGRAM_STATES[state] ?? 'cannot be run'}`);
}

// The kernel's error for this names the script, which plainly exists.
async function missingInterpreter(path: string): Promise<StartFailure | undefined> {
  const interpreter = await interpreterOf(path);
  if (interpreter === undefined || (await check(interpreter)).kind === 'found') {
    return undefined;
  }
  const shown = interpreter.replaceAll('\r', '\\r');
  return failure('ENOENT', `the program ${path} names an interpreter that cannot be run: ${shown}`);
}

// A program may be executable and yet not readable; it is no script then.
async function interpreterOf(path: string): Promise<string | undefined> {
  const start = Buffer.alloc(256);
  const unreadable = await codeFrom(async () => {
    const file = await open(path, 'r');
    await file.read(start, 0, start.length, 0).finally(() => file.close());
    return undefined;
  });
  return unreadable === undefined
    ? /^#![ \t]*([^ \t\n\0]+)/.exec(start.toString('utf8'))?.[1]
    : undefined;
}

const FOLDER_STATES: Readonly<Record<string, string>> = {
  ENOENT: 'does not exist',
  ENOTDIR: 'is not a folder',
  EACCES: 'may not be entered',
  ELOOP: 'is a loop of links',
};

const PROGRAM_STATES: Readonly<Record<string, string>> = {
  ENOENT: 'does not exist',
  ENOTDIR: 'does not exist',
  EACCES: 'may not be run: no permission or no run bit',
  EISDIR: 'is not a program but a folder or a device',
  ELOOP: 'is a loop of links',
};

function failure(code: string, reason: string): StartFailure {
  return { kind: 'not_started', code, reason };
}

async function codeFrom(look: () => Promise<string | undefined>): Promise<string | undefined> {
  try {
    return await look();
  } catch (error) {
    if (isExhausted(error)) {
      throw error;
    }
    return codeOf(error) ?? 'EINVAL';
  }
}
