import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import {
  configPath,
  formatProblem,
  type Loaded,
  loadConfig,
  type Problem,
} from '@harness/harness-config';
import { type Call, textOption } from './verb.ts';

/** The global file and its drop-ins as this command reads them. */
export type ConfigurationReading =
  | { readonly kind: 'config'; readonly file: string; readonly loaded: Loaded }
  /** Every reason, `FILE:LINE:COLUMN: message`. */
  | { readonly kind: 'refused'; readonly file: string; readonly problems: readonly string[] }
  /** No file, and nobody named one: nothing is configured yet. */
  | { readonly kind: 'absent'; readonly file: string };

/** Reads what `named`, else `--config`, else the environment points to. Opens files, asks no daemon. */
export async function readConfiguration(
  call: Call,
  named: string | undefined = textOption(call, 'config'),
): Promise<ConfigurationReading> {
  const { env, folder } = call.console;
  const flag = named === undefined ? undefined : resolve(folder, named);
  const file = configPath(env, flag);
  if (flag === undefined && !env['HARNESS_CONFIG'] && !existsSync(file)) {
    return { kind: 'absent', file };
  }
  const loaded = await loadConfig({ path: file });
  return loaded.kind === 'refused'
    ? { kind: 'refused', file, problems: await wordsOf(loaded.problems) }
    : { kind: 'config', file, loaded };
}

// Problems quote values, which may be secret.
async function wordsOf(problems: readonly Problem[]): Promise<readonly string[]> {
  const { redact } = await import('@harness/redact');
  return problems.map((problem) => redact(formatProblem(problem)));
}

/** Why there is no configuration to work with, for the verbs that need one. */
export function refusalOf(reading: Exclude<ConfigurationReading, { kind: 'config' }>): {
  code: string;
  message: string;
  problems?: readonly string[];
} {
  return reading.kind === 'absent'
    ? { code: 'config_absent', message: `there is no configuration file ${reading.file}` }
    : {
        code: 'config_refused',
        message: `the configuration ${reading.file} has errors`,
        problems: reading.problems,
      };
}
