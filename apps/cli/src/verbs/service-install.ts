import { chmodSync, mkdirSync, realpathSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { DONE } from '../exit-code.ts';
import { scopeOf } from '../service/scope.ts';
import { systemctl, unitPath } from '../service/systemd.ts';
import { type ServiceScope, UNIT, unitFile } from '../service/unit-file.ts';
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

/** `harness service install`: writes the unit, enables it and starts it; with `--print` only says what it would write. */
export function serviceInstall(call: Call): number {
  const scope = scopeOf(call);
  const text = textOf(call, scope);
  if (flagOption(call, 'print')) {
    call.console.out(text.trimEnd());
    return DONE;
  }
  const path = unitPath(scope.kind, call.console.env);
  try {
    writeUnit(path, text);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return tellFailure({ code: 'unit_not_written', message }, call);
  }
  for (const words of [['daemon-reload'], ['enable', UNIT], ['restart', UNIT]]) {
    const { ok, said } = systemctl(scope.kind, words, call.console.env);
    if (!ok) {
      const message = `${path} is written, but \`systemctl ${words.join(' ')}\` failed`;
      return tellFailure({ code: 'systemctl_failed', message, problems: said.split('\n') }, call);
    }
  }
  tell(call, scope, path);
  return DONE;
}

function textOf(call: Call, scope: ServiceScope): string {
  const { env, folder } = call.console;
  const config = textOption(call, 'config');
  const carried = CARRIED[scope.kind].flatMap((name) => (env[name] ? [[name, env[name]]] : []));
  try {
    return unitFile({
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

/** Whole or not at all, for systemd may read it at any time. */
function writeUnit(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  const fresh = `${path}.new`;
  writeFileSync(fresh, text);
  chmodSync(fresh, 0o644);
  renameSync(fresh, path);
}

function tell(call: Call, scope: ServiceScope, path: string): void {
  if (flagOption(call, 'json')) {
    call.console.out(JSON.stringify({ installed: path }));
    return;
  }
  call.console.out(`${path}: installed, enabled and started`);
  if (scope.kind === 'user') {
    call.console.out('it ends when you log out, unless you say: loginctl enable-linger');
  }
}
