import type { HarnessSpec } from '@harness/harness-config';
import { launchOf } from '../adapters/launch.ts';
import { readPrompt } from '../adapters/read-prompt.ts';
import type { DaemonLog } from '../log/daemon-log.ts';
import type { SpawnRequest } from '../process/spawn-process.ts';
import type { TerminalSize } from '../process/spawn-terminal.ts';
import type { StartFailure } from '../process/start-failure.ts';
import { confinement, harnessEnvironment } from './harness-environment.ts';

/** The size of every terminal. */
export const TERMINAL: TerminalSize = { cols: 120, rows: 40 };

/**
 * What to start for a harness as its files are now, or why it cannot be started. What is left out of it is logged.
 *
 * @param inherited - The environment that every harness gets.
 */
export async function harnessRequest(
  spec: HarnessSpec,
  inherited: Readonly<Record<string, string>>,
  log: DaemonLog,
): Promise<SpawnRequest | StartFailure> {
  const prompt = await readPrompt(spec);
  if (prompt.kind === 'not_started') {
    return prompt;
  }
  const { argv, ignored } = launchOf(spec, prompt.kind === 'none' ? undefined : prompt.text);
  for (const setting of ignored) {
    log.warn({ harness: spec.name, setting }, `${spec.adapter} has no option for it: left out`);
  }
  const { variables, unreadable } = await harnessEnvironment(
    inherited,
    spec.envFiles,
    confinement(spec),
  );
  for (const file of unreadable) {
    log.warn({ harness: spec.name, file }, 'env_file: left out');
  }
  return { argv, cwd: spec.workdir, env: variables, tty: spec.tty ? TERMINAL : false };
}
