import { chmodSync, mkdirSync, realpathSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { DONE } from '../exit-code.ts';
import { keeperOf, scopeOf } from '../service/scope.ts';
import type { ServiceKeeper, ServiceScope } from '../service/service-keeper.ts';
import { tellFailure } from '../tell-failure.ts';
import { UsageError } from '../usage-error.ts';
import { type Call, flagOption, textOption } from '../verb.ts';

/**
 * What of the caller's environment the service gets: where the agents' programs are, and where the command looks for the
 * daemon. The folders of whoever installs a service of the machine are not those of the user that it runs as.
 */
const CARRIED = {
  user: ['PATH', 'XDG_CONFIG_HOME', 'XDG_STATE_HOME'],
  system: ['PATH'],
} as const;

/** `harness service install`: writes the keeper's file, and starts the service; with `--print` only says what it would write. */
export function serviceInstall(call: Call): number {
  const scope = scopeOf(call);
  const keeper = keeperOf(call);
  const { env } = call.console;
  const text = textOf(call, scope, keeper);
  if (flagOption(call, 'print')) {
    call.console.out(text.trimEnd());
    return DONE;
  }
  const path = keeper.path(scope.kind, env);
  try {
    writeWhole(path, text);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return tellFailure({ code: 'unit_not_written', message }, call);
  }
  const failed = keeper.start(scope.kind, env);
  if (failed !== undefined) {
    const message = `${path} is written, but \`${failed.step}\` failed`;
    const code = `${keeper.program}_failed`;
    return tellFailure({ code, message, problems: failed.said.split('\n') }, call);
  }
  tell(call, path, scope.kind === 'user' && keeper.program === 'systemctl');
  return DONE;
}

function textOf(call: Call, scope: ServiceScope, keeper: ServiceKeeper): string {
  const { env, folder } = call.console;
  const config = textOption(call, 'config');
  const carried = CARRIED[scope.kind].flatMap((name) => (env[name] ? [[name, env[name]]] : []));
  try {
    return keeper.text({
      scope,
      command: [
        ...ownCommand(),
        'daemon',
        ...(config === undefined ? [] : ['--config', resolve(folder, config)]),
      ],
      environment: Object.fromEntries(carried),
    });
  } catch (error) {
    throw error instanceof RangeError ? new UsageError(error.message) : error;
  }
}

/** How this very command was started. */
function ownCommand(): string[] {
  const [program = process.execPath, main = ''] = process.argv;
  return [program, ...process.execArgv, realpathSync(main)];
}

/** Whole or not at all, for the keeper may read it at any time. */
function writeWhole(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  const fresh = `${path}.new`;
  writeFileSync(fresh, text);
  chmodSync(fresh, 0o644);
  renameSync(fresh, path);
}

function tell(call: Call, path: string, endsWithLogin: boolean): void {
  if (flagOption(call, 'json')) {
    call.console.out(JSON.stringify({ installed: path }));
    return;
  }
  call.console.out(`${path}: installed, enabled and started`);
  if (endsWithLogin) {
    call.console.out('it ends when you log out, unless you say: loginctl enable-linger');
  }
}
