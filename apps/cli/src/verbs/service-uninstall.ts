import { existsSync, rmSync } from 'node:fs';
import { DONE } from '../exit-code.ts';
import { scopeKind } from '../service/scope.ts';
import { systemctl, unitPath } from '../service/systemd.ts';
import { UNIT } from '../service/unit-file.ts';
import { tellFailure } from '../tell-failure.ts';
import { type Call, flagOption } from '../verb.ts';

/** `harness service uninstall`: stops the service and removes its unit; what the daemon has kept stays. */
export function serviceUninstall(call: Call): number {
  const { env } = call.console;
  const kind = scopeKind(call);
  const path = unitPath(kind, env);
  if (!existsSync(path)) {
    return tellFailure({ code: 'not_installed', message: `${path}: there is no such unit` }, call);
  }
  const { ok, said } = systemctl(kind, ['disable', '--now', UNIT], env);
  if (!ok) {
    const message = `\`systemctl disable --now ${UNIT}\` failed: nothing was removed`;
    return tellFailure({ code: 'systemctl_failed', message, problems: said.split('\n') }, call);
  }
  rmSync(path, { force: true });
  systemctl(kind, ['daemon-reload'], env);
  const answer = flagOption(call, 'json')
    ? JSON.stringify({ uninstalled: path })
    : `${path}: stopped and removed`;
  call.console.out(answer);
  return DONE;
}
