import { readFile, realpath, stat } from 'node:fs/promises';
import { dirname, sep } from 'node:path';
import { parseEnv } from 'node:util';
import type { HarnessSpec } from '@harness/harness-config';

/** Variables that speak to the daemon itself: an agent that inherits them would answer in its place. */
const OWN = /^(HARNESS_NOTIFY_|NOTIFY_SOCKET$|WATCHDOG_(USEC|PID)$|LISTEN_(FDS|PID|FDNAMES)$)/;

/** The daemon's environment as its harnesses inherit it. */
export function inheritableEnvironment(
  environment: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(environment).flatMap(([name, value]) =>
      value === undefined || OWN.test(name) ? [] : [[name, value]],
    ),
  );
}

/** A harness's environment, and the files of it that could not be read. */
export interface HarnessEnvironment {
  readonly variables: Readonly<Record<string, string>>;
  readonly unreadable: readonly string[];
}

/**
 * Lays the `env_file`s over what is inherited, later ones over earlier ones; one that is missing is left out.
 *
 * @param within - A folder that no file may lead out of, by whatever link; absent for those that may be anywhere.
 */
export async function harnessEnvironment(
  inherited: Readonly<Record<string, string>>,
  envFiles: readonly string[],
  within?: string,
): Promise<HarnessEnvironment> {
  const variables: Record<string, string> = { ...inherited };
  const unreadable: string[] = [];
  for (const file of envFiles) {
    try {
      Object.assign(variables, parseEnv(await readEnvFile(file, within)));
    } catch (error) {
      unreadable.push(`${file}: ${reasonOf(error)}`);
    }
  }
  return { variables, unreadable };
}

/** The project's own folder where a harness comes from one; its files came with it, and must stay in it. */
export function confinement({
  name,
  source,
}: Pick<HarnessSpec, 'name' | 'source'>): string | undefined {
  return name.includes('/') ? dirname(source.file) : undefined;
}

async function readEnvFile(file: string, within: string | undefined): Promise<string> {
  if (within === undefined) {
    return await readFile(file, 'utf8');
  }
  const [place, folder] = await Promise.all([realpath(file), realpath(within)]);
  if (!place.startsWith(`${folder}${sep}`)) {
    throw new Error(`it leads out of the project's folder, to ${place}`);
  }
  if (!(await stat(place)).isFile()) {
    throw new Error('it is no ordinary file');
  }
  return await readFile(place, 'utf8');
}

function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ENOENT') {
    return 'no such file';
  }
  return code === undefined && error instanceof Error ? error.message : String(code ?? error);
}
