import { execFileSync } from 'node:child_process';
import { stripVTControlCharacters } from 'node:util';
import { waitFor } from '@harness/testkit';
import { spawn } from '@lydell/node-pty';
import { onTestFinished } from 'vitest';
import { type Home, program } from './home.ts';

/** A shell that a person types into. */
export interface ShellTerminal {
  type(keys: string): void;
  /** Waits until what the shell showed since the last call matches. */
  shows(pattern: RegExp): Promise<string>;
}

const INTERACTIVE: Readonly<Record<string, readonly string[]>> = {
  bash: ['--norc', '--noprofile', '-i'],
  zsh: ['-f', '-i'],
  fish: ['--no-config', '-i'],
};

/** Each key that completes starts a command, from its source. */
const PATIENCE = { timeoutMs: 60_000 };
const MAIN = new URL('../src/main.ts', import.meta.url).pathname;

/** Whether this machine has a shell. */
export function hasShell(shell: string): boolean {
  try {
    execFileSync('sh', ['-c', `command -v ${shell}`]);
    return true;
  } catch {
    return false;
  }
}

/**
 * Starts a shell on a terminal of its own, with a `harness` on its PATH that completes as the real one and otherwise only
 * says how it was called: `called: <restart> <web>`.
 */
export function shellTerminal(home: Home, shell: string): ShellTerminal {
  const node = `${process.execPath} --conditions=@harness/source --disable-warning=ExperimentalWarning ${MAIN}`;
  program(
    home,
    'harness',
    `case $1 in complete|completion) exec ${node} "$@" ;; esac
printf 'called:'; printf ' <%s>' "$@"; echo`,
  );
  const terminal = spawn(shell, [...(INTERACTIVE[shell] ?? [])], {
    cols: 160,
    rows: 40,
    cwd: home.folder,
    env: { ...home.env, PATH: `${home.folder}:/usr/bin:/bin`, TERM: 'xterm', LC_ALL: 'C.UTF-8' },
  });
  onTestFinished(() => terminal.kill('SIGKILL'));
  let shown = '';
  terminal.onData((data) => {
    shown += stripVTControlCharacters(data);
  });
  return {
    type: (keys) => terminal.write(keys),
    shows: async (pattern) => {
      const look = (): string | undefined => (pattern.test(shown) ? shown : undefined);
      const seen = await waitFor(`${shell} shows ${pattern}`, look, PATIENCE).catch(
        (error: unknown) => {
          throw new Error(`instead: ${JSON.stringify(shown)}`, { cause: error });
        },
      );
      shown = '';
      return seen;
    },
  };
}
