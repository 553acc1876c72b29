import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Environment } from '@harness/protocol';
import { ask, inSteps } from './ask.ts';
import type { ServiceKeeper, ServiceScope } from './service-keeper.ts';
import { unitFile } from './systemd-unit.ts';

const UNIT = 'harness.service';

/** The keeper of most Linux machines. Source: systemctl(1). */
export const systemd: ServiceKeeper = {
  program: 'systemctl',
  path: unitPath,
  text: unitFile,
  start: (kind, env) =>
    inSteps([call(kind, 'daemon-reload'), call(kind, 'enable'), call(kind, 'restart')], env),
  stop: (kind, env) => inSteps([call(kind, 'disable', '--now')], env),
  forget(kind, env) {
    ask(call(kind, 'daemon-reload'), env);
  },
  state(kind, env) {
    const first = (verb: string): string => ask(call(kind, verb), env).said.split('\n')[0] ?? '';
    return { active: first('is-active'), enabled: first('is-enabled') };
  },
};

function call(kind: ServiceScope['kind'], verb: string, ...flags: readonly string[]): string[] {
  const scope = kind === 'user' ? ['--user'] : [];
  return ['systemctl', ...scope, verb, ...flags, ...(verb === 'daemon-reload' ? [] : [UNIT])];
}

function unitPath(kind: ServiceScope['kind'], env: Environment): string {
  if (kind === 'system') {
    return join('/etc/systemd/system', UNIT);
  }
  const home = env['HOME'] || homedir();
  return join(env['XDG_CONFIG_HOME'] || join(home, '.config'), 'systemd/user', UNIT);
}
