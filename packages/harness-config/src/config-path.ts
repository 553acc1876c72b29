import { homedir } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';

/** As much of an environment as decides where the configuration is. */
export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The path of the global file: the `--config` flag, else `HARNESS_CONFIG`, else
 * `$XDG_CONFIG_HOME/harness/harness.toml`, else `~/.config/harness/harness.toml`. An empty variable counts as
 * unset, and so does an `XDG_CONFIG_HOME` that is not absolute.
 *
 * Source: XDG Base Directory Specification 0.8 (May 2021).
 */
export function configPath(environment: Environment, flag?: string): string {
  const named = present(flag) ?? present(environment['HARNESS_CONFIG']);
  if (named !== undefined) {
    return resolve(named);
  }
  const folder = present(environment['XDG_CONFIG_HOME']);
  const home = present(environment['HOME']) ?? homedir();
  const base = folder !== undefined && isAbsolute(folder) ? folder : join(home, '.config');
  return join(base, 'harness', 'harness.toml');
}

function present(text: string | undefined): string | undefined {
  return text === '' ? undefined : text;
}
