import { UsageError } from '../usage-error.ts';
import { type Call, flagOption, textOption } from '../verb.ts';
import type { ServiceScope } from './unit-file.ts';

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
