import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import type { ThrowawayHome } from './throwaway-home.ts';

/** How a verb ended. */
export interface Answer {
  /** Exit status; 128 when a signal or the time limit ended it. */
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Details of one call. */
export interface CallOptions {
  /** Added to the home's environment. */
  readonly env?: Readonly<Record<string, string>>;
  /** Default: the home's folder. */
  readonly cwd?: string;
  /** Given on standard input; default: an empty one. */
  readonly input?: string;
  /** Default 60 s. */
  readonly timeoutMs?: number;
  /** The words that run the command; default {@link HARNESS_FROM_SOURCE}. */
  readonly command?: readonly [string, ...string[]];
}

/** The words that run the command line program from source, with the Node that runs the tests. */
export const HARNESS_FROM_SOURCE: readonly [string, ...string[]] = [
  process.execPath,
  '--conditions=@harness/source',
  fileURLToPath(new URL('../../../apps/cli/src/main.ts', import.meta.url)),
];

/** Runs one verb of the command line program from source, in a home. A failing verb is an answer too. */
export async function harness(
  home: ThrowawayHome,
  args: readonly string[],
  options: CallOptions = {},
): Promise<Answer> {
  const { env = {}, cwd = home.dir, input = '', timeoutMs = 60_000 } = options;
  const [program, ...words] = options.command ?? HARNESS_FROM_SOURCE;
  const ended = await execa(program, [...words, ...args], {
    env: { ...home.env, ...env },
    cwd,
    input,
    extendEnv: false,
    reject: false,
    stripFinalNewline: false,
    timeout: timeoutMs,
  });
  return { code: ended.exitCode ?? 128, out: ended.stdout, err: ended.stderr };
}
