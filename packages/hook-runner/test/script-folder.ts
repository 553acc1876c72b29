import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type HookCommand, runHook } from '@harness/hook-runner';
import { writeScript } from '@harness/testkit';

/** A folder of hooks for one test file. */
export interface ScriptFolder extends AsyncDisposable {
  readonly dir: string;
  at(name: string): string;
  /** Writes a hook; `@` in its text stands for the folder. */
  script(text: string, name?: string): Promise<string>;
  command(program: string, rest?: Partial<HookCommand>): HookCommand;
  /** Writes a hook and starts it. */
  start(text: string, rest?: Partial<HookCommand>): Promise<ReturnType<typeof runHook>>;
}

export async function scriptFolder(): Promise<ScriptFolder> {
  const dir = await mkdtemp(join(tmpdir(), 'hook-runner-'));
  let written = 0;
  const script: ScriptFolder['script'] = (text, name = `hook-${++written}`) =>
    writeScript(dir, name, text.replaceAll('@', dir));
  const command: ScriptFolder['command'] = (program, rest = {}) => ({
    argv: [program],
    env: { PATH: '/usr/bin:/bin' },
    stdin: '{"version":1}\n',
    timeoutMs: 10_000,
    ...rest,
  });
  return {
    dir,
    at: (name) => join(dir, name),
    script,
    command,
    start: async (text, rest) => runHook(command(await script(text), rest)),
    [Symbol.asyncDispose]: () => rm(dir, { recursive: true, force: true }),
  };
}
