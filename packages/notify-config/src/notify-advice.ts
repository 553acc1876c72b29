import type { KeyPath, KeyRefusal } from '@harness/config-text';

const SUPERSEDED: ReadonlyMap<string, string> = new Map([
  ['retries', 'is not supported: a delivery is never retried'],
  ['url', 'is not supported: send the event from the program that command names'],
  ['webhook', 'is not supported: send the event from the program that command names'],
  ['shell', 'is not supported: write command = ["/bin/sh", "-c", "…"]'],
  ['args', 'is not supported: arguments follow the program in command'],
  ['env', 'is not supported: the hook inherits the environment of the daemon'],
]);

/** Why a key of other notifiers is refused inside `[notify]`; undefined for a key that is simply unknown. */
export function unknownNotifyKey(path: KeyPath, key: string): KeyRefusal | undefined {
  const sentence = path.length === 1 && path[0] === 'notify' ? SUPERSEDED.get(key) : undefined;
  return sentence === undefined ? undefined : { code: 'unsupported_key', sentence };
}

/** The arguments of the hook are the operator's own: an error shows the program alone. */
export function isPrivateNotify(path: KeyPath): boolean {
  return path[0] === 'notify' && path[1] === 'command' && path[2] !== 0;
}
