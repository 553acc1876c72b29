import { existsSync, rmSync } from 'node:fs';
import { DONE } from '../exit-code.ts';
import { keeperOf, scopeKind } from '../service/scope.ts';
import { tellFailure } from '../tell-failure.ts';
import { type Call, flagOption } from '../verb.ts';

/** `harness service uninstall`: stops the service and removes its unit; what the daemon has kept stays. */
export function serviceUninstall(call: Call): number {
  const { env } = call.console;
  const kind = scopeKind(call);
  const keeper = keeperOf(call);
  const path = keeper.path(kind, env);
  if (!existsSync(path)) {
    return tellFailure({ code: 'not_installed', message: `${path}: there is no such unit` }, call);
  }
  const failed = keeper.stop(kind, env);
  if (failed !== undefined) {
    const message = `\`${failed.step}\` failed: nothing was removed`;
    const code = `${keeper.program}_failed`;
    return tellFailure({ code, message, problems: failed.said.split('\n') }, call);
  }
  rmSync(path, { force: true });
  keeper.forget(kind, env);
  const answer = flagOption(call, 'json')
    ? JSON.stringify({ uninstalled: path })
    : `${path}: stopped and removed`;
  call.console.out(answer);
  return DONE;
}
