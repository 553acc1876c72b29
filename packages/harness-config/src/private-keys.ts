import type { KeyPath } from '@harness/config-text';
import { isPrivateNotify } from '@harness/notify-config';

const ARGUMENTS = ['args', 'argv', 'health_cmd', 'heartbeat_cmd', 'prompt', 'allow'];

/** Values that may hold a secret, so that an error names the key alone: arguments behind a program's name. */
export function isPrivate(path: KeyPath): boolean {
  const at = path[0] === 'harness' ? 2 : 1;
  const key = path[at];
  const isProgram =
    key !== 'args' && key !== 'allow' && path[at + 1] === 0 && path.length === at + 2;
  return (
    isPrivateNotify(path) || (typeof key === 'string' && ARGUMENTS.includes(key) && !isProgram)
  );
}
