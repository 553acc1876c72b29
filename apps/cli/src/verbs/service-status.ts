import { existsSync } from 'node:fs';
import { DONE, FAILED } from '../exit-code.ts';
import { scopeKind } from '../service/scope.ts';
import { systemctl, unitPath } from '../service/systemd.ts';
import { UNIT } from '../service/unit-file.ts';
import { type Call, flagOption } from '../verb.ts';

/** `harness service status`: exit 0 when the service is installed and up, 1 when it is not. */
export function serviceStatus(call: Call): number {
  const { env } = call.console;
  const kind = scopeKind(call);
  const path = unitPath(kind, env);
  const installed = existsSync(path);
  const ask = (word: string): string =>
    systemctl(kind, [word, UNIT], env).said.split('\n')[0] ?? '';
  const active = installed ? ask('is-active') : 'inactive';
  const enabled = installed ? ask('is-enabled') : 'disabled';
  call.console.out(
    flagOption(call, 'json')
      ? JSON.stringify({ unit: path, installed, active, enabled })
      : `${path}: ${installed ? `${active}, ${enabled}` : 'not installed: `harness service install`'}`,
  );
  return installed && active === 'active' ? DONE : FAILED;
}
