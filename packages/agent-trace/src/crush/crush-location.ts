import { readFile, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { asSystemError } from '../file-error.ts';
import { isObject, objectAt, parseJson, textAt } from '../json-value.ts';
import type { Claimant } from '../trace.ts';

/**
 * Where a run's store stands, or would.
 *
 * Source: Crush, internal/config, migration 20260127, 2026-11: `--data-dir`; else the
 * `options.data_directory` of the nearest configuration; else the nearest `.crush` from the working
 * directory up, the home folder's own left out; else `.crush` in the working directory.
 */
export async function crushStore(claimant: Claimant, workdir: string): Promise<string> {
  const folder =
    claimant.dataDirectory ??
    (await configuredFolder(claimant.env, workdir)) ??
    (await nearestFolder(workdir, homeOf(claimant.env))) ??
    FOLDER;
  return join(resolve(workdir, folder), 'crush.db');
}

const FOLDER = '.crush';

async function configuredFolder(
  env: Claimant['env'],
  workdir: string,
): Promise<string | undefined> {
  const home = homeOf(env);
  const files = [
    ...foldersUp(workdir).flatMap((folder) =>
      ['crush.json', '.crush.json'].map((name) => join(folder, name)),
    ),
    join(
      env['CRUSH_GLOBAL_DATA'] || join(env['XDG_DATA_HOME'] || join(home, '.local/share'), 'crush'),
      'crush.json',
    ),
    join(
      env['CRUSH_GLOBAL_CONFIG'] || join(env['XDG_CONFIG_HOME'] || join(home, '.config'), 'crush'),
      'crush.json',
    ),
  ];
  for (const file of files) {
    const folder = await dataDirectoryIn(file);
    if (folder !== undefined) {
      return folder;
    }
  }
  return undefined;
}

async function dataDirectoryIn(file: string): Promise<string | undefined> {
  const text = await readFile(file, 'utf8').catch(unreadable);
  const config = text === undefined ? undefined : parseJson(text);
  return isObject(config) ? textAt(objectAt(config, 'options'), 'data_directory') : undefined;
}

async function nearestFolder(workdir: string, home: string): Promise<string | undefined> {
  for (const folder of foldersUp(workdir)) {
    if (folder === home) {
      return undefined;
    }
    const path = join(folder, FOLDER);
    if ((await stat(path).catch(unreadable))?.isDirectory() === true) {
      return path;
    }
  }
  return undefined;
}

function foldersUp(folder: string): readonly string[] {
  const parent = dirname(folder);
  return parent === folder ? [folder] : [folder, ...foldersUp(parent)];
}

function homeOf(env: Claimant['env']): string {
  return env['HOME'] || homedir();
}

function unreadable(error: unknown): undefined {
  asSystemError(error);
  return undefined;
}
