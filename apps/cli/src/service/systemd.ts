import { spawnSync } from 'node:child_process';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Environment } from '@harness/protocol';
import type { ServiceScope } from './unit-file.ts';
import { UNIT } from './unit-file.ts';

/** How a call of systemctl ended. */
export interface SystemctlEnd {
  readonly ok: boolean;
  /** What it printed, errors last. */
  readonly said: string;
}

/** Runs systemctl for a scope, and waits for it. */
export function systemctl(
  scope: ServiceScope['kind'],
  words: readonly string[],
  env: Environment,
): SystemctlEnd {
  const all = scope === 'user' ? ['--user', ...words] : words;
  const { status, error, stdout, stderr } = spawnSync('systemctl', all, { env, encoding: 'utf8' });
  const said = error === undefined ? `${stdout}${stderr}` : `systemctl: ${error.message}`;
  return { ok: status === 0, said: said.trim() };
}

/** Where the unit of a scope lies. */
export function unitPath(scope: ServiceScope['kind'], env: Environment): string {
  if (scope === 'system') {
    return join('/etc/systemd/system', UNIT);
  }
  const home = env['HOME'] || homedir();
  return join(env['XDG_CONFIG_HOME'] || join(home, '.config'), 'systemd/user', UNIT);
}
