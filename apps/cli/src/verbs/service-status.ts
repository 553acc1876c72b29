import { existsSync } from 'node:fs';
import { DONE, FAILED } from '../exit-code.ts';
import { keeperOf, scopeKind } from '../service/scope.ts';
import { type Call, flagOption } from '../verb.ts';

const ABSENT = { active: 'inactive', enabled: 'disabled' };

/** `harness service status`: exit 0 when the service is installed and up, 1 when it is not. */
export function serviceStatus(call: Call): number {
  const { env } = call.console;
  const kind = scopeKind(call);
  const keeper = keeperOf(call);
  const path = keeper.path(kind, env);
  const installed = existsSync(path);
  const { active, enabled } = installed ? keeper.state(kind, env) : ABSENT;
  call.console.out(
    flagOption(call, 'json')
      ? JSON.stringify({ unit: path, installed, active, enabled })
      : `${path}: ${installed ? `${active}, ${enabled}` : 'not installed: `harness service install`'}`,
  );
  return installed && active === 'active' ? DONE : FAILED;
}
