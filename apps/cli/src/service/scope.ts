import { UsageError } from '../usage-error.ts';
import { type Call, flagOption, textOption } from '../verb.ts';
import { launchd } from './launchd.ts';
import type { ServiceKeeper, ServiceScope } from './service-keeper.ts';
import { systemd } from './systemd.ts';

const KEEPERS: Readonly<Record<string, ServiceKeeper>> = { systemd, launchd };

/** The keeper that a call names, or that of this machine. */
export function keeperOf(call: Call): ServiceKeeper {
  const name =
    textOption(call, 'keeper') ?? (process.platform === 'darwin' ? 'launchd' : 'systemd');
  const keeper = Object.hasOwn(KEEPERS, name) ? KEEPERS[name] : undefined;
  if (keeper === undefined) {
    throw new UsageError(`--keeper takes systemd or launchd, not ${JSON.stringify(name)}`);
  }
  return keeper;
}

/** Which scope a call names. */
export function scopeKind(call: Call): ServiceScope['kind'] {
  return flagOption(call, 'system') ? 'system' : 'user';
}

/** The same with the user that a service of the machine needs: agents must not run as root by oversight. */
export function scopeOf(call: Call): ServiceScope {
  const runAs = textOption(call, 'run-as');
  if (scopeKind(call) === 'user') {
    if (runAs !== undefined) {
      throw new UsageError('--run-as needs --system: a service of a user runs as that user');
    }
    return { kind: 'user' };
  }
  if (runAs === undefined) {
    throw new UsageError(
      '--system needs --run-as USER: the daemon and its agents run as that user',
    );
  }
  return { kind: 'system', runAs };
}
