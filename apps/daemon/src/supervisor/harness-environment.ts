import { readFile } from 'node:fs/promises';
import { parseEnv } from 'node:util';

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

/** Lays the `env_file`s over what is inherited, later ones over earlier ones; one that is missing is left out. */
export async function harnessEnvironment(
  inherited: Readonly<Record<string, string>>,
  envFiles: readonly string[],
): Promise<HarnessEnvironment> {
  const variables: Record<string, string> = { ...inherited };
  const unreadable: string[] = [];
  for (const file of envFiles) {
    try {
      Object.assign(variables, parseEnv(await readFile(file, 'utf8')));
    } catch (error) {
      unreadable.push(`${file}: ${reasonOf(error)}`);
    }
  }
  return { variables, unreadable };
}

function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return code === 'ENOENT' ? 'no such file' : String(code ?? error);
}
