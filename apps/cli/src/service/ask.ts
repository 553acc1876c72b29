import { spawnSync } from 'node:child_process';
import type { Environment } from '@harness/protocol';
import type { FailedStep } from './service-keeper.ts';

/** How a program ended. */
export interface Answer {
  readonly ok: boolean;
  /** What it printed, errors last. */
  readonly said: string;
}

/** Runs a program, and waits for it. */
export function ask(argv: readonly string[], env: Environment): Answer {
  const [program = '', ...words] = argv;
  const { status, error, stdout, stderr } = spawnSync(program, words, { env, encoding: 'utf8' });
  const said = error === undefined ? `${stdout}${stderr}` : `${program}: ${error.message}`;
  return { ok: status === 0, said: said.trim() };
}

/** Runs programs one after the other, up to the first that fails. */
export function inSteps(
  steps: readonly (readonly string[])[],
  env: Environment,
): FailedStep | undefined {
  for (const argv of steps) {
    const { ok, said } = ask(argv, env);
    if (!ok) {
      return { step: argv.join(' '), said };
    }
  }
  return undefined;
}
