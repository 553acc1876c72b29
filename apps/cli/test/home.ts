import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { onTestFinished } from 'vitest';
import { runHarness } from '../src/run-harness.ts';

/** Folders and an environment of one test's own. */
export interface Home {
  readonly folder: string;
  readonly socket: string;
  readonly configFile: string;
  readonly env: Readonly<Record<string, string>>;
}

/** How a command ended, and what it printed. */
export interface Ending {
  readonly code: number | null;
  readonly signal: string | null;
  readonly out: string;
  readonly err: string;
}

const MAIN = new URL('../src/main.ts', import.meta.url).pathname;
const NODE = ['--conditions=@harness/source', '--disable-warning=ExperimentalWarning', MAIN];

/** A home that is gone after the test. */
export function throwaway(): Home {
  const folder = mkdtempSync(join(tmpdir(), 'harness-cli-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const name of ['state', 'run', 'config/harness']) {
    mkdirSync(join(folder, name), { recursive: true });
  }
  return {
    folder,
    socket: join(folder, 'run', 'harness.sock'),
    configFile: join(folder, 'config/harness/harness.toml'),
    env: {
      PATH: '/usr/bin:/bin',
      HOME: folder,
      XDG_STATE_HOME: join(folder, 'state'),
      XDG_RUNTIME_DIR: join(folder, 'run'),
      XDG_CONFIG_HOME: join(folder, 'config'),
    },
  };
}

/** An executable file in the home. */
export function program({ folder }: Home, name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, `#!/bin/sh\n${text}\n`);
  chmodSync(path, 0o755);
  return path;
}

/** Runs a command line in this process, in a pipe: everything but the start of Node. */
export async function harness(
  home: Home,
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<Ending> {
  let [out, err] = ['', ''];
  const stdout = new Writable({
    write: (chunk, _encoding, done) => {
      out += String(chunk);
      done();
    },
  });
  const code = await runHarness(args, {
    env: { ...home.env, ...env },
    folder: home.folder,
    stdout,
    out: (text) => stdout.write(`${text}\n`),
    err: (text) => {
      err += `${text}\n`;
    },
    isTerminal: false,
    columns: undefined,
    color: false,
    untilInterrupted: () => new AbortController().signal,
  });
  return { code, signal: null, out, err };
}

/** Starts the real command, from its source. */
export function started(home: Home, args: readonly string[], env = {}): ChildProcess {
  const child = spawn(process.execPath, [...NODE, ...args], {
    cwd: home.folder,
    env: { ...home.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  return child;
}

/** Waits for a real command's end. */
export function ended(child: ChildProcess): Promise<Ending> {
  let [out, err] = ['', ''];
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    out += text;
  });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    err += text;
  });
  return new Promise((resolve) => {
    child.once('close', (code, signal) => resolve({ code, signal, out, err }));
  });
}
