import type { KeyPath } from '@harness/config-text';
import { isPrivateNotify } from '@harness/notify-config';

const ARGUMENTS = ['args', 'argv', 'health_cmd', 'heartbeat_cmd', 'prompt', 'allow', 'keywords'];

/** Values that may hold a secret, so that an error names the key alone: arguments behind a program's name. */
export function isPrivate(path: KeyPath): boolean {
  const at = path.findIndex((part) => typeof part === 'string' && ARGUMENTS.includes(part));
  const program = path[at] !== 'args' && path[at + 1] === 0;
  return isPrivateNotify(path) || (at >= 1 && !program);
}
