import { readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { type Config, formatProblem, readGlobal } from '@harness/harness-config';
import type { Environment } from '@harness/protocol';

/** A configuration as this command reads it, or every reason why not, `FILE:LINE:COLUMN: message`. */
export type ConfigurationReading =
  | { readonly kind: 'config'; readonly file: string; readonly config: Config }
  | { readonly kind: 'refused'; readonly file: string; readonly problems: readonly string[] };

/** Reads the global file: `flag` if given, else where the environment says. */
export async function readConfiguration(
  env: Environment,
  flag: string | undefined,
): Promise<ConfigurationReading> {
  const file =
    flag ??
    env['HARNESS_CONFIG'] ??
    join(
      env['XDG_CONFIG_HOME'] ?? join(env['HOME'] ?? homedir(), '.config'),
      'harness',
      'harness.toml',
    );
  const reading = readGlobal(await readFile(file), file);
  return reading.kind === 'refused'
    ? { kind: 'refused', file, problems: reading.problems.map(formatProblem) }
    : { kind: 'config', file, config: reading.config };
}
