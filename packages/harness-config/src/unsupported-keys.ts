import type { KeyPath, KeyRefusal } from '@harness/config-text';
import { unknownNotifyKey } from '@harness/notify-config';

const TABLES: ReadonlyMap<string, string> = new Map([
  ['signal', 'is not supported: send from the program of [notify]'],
  ['slack', 'is not supported: send from the program of [notify]'],
  ['webhook', 'is not supported: send from the program of [notify]'],
  ['tailscale', 'is not supported: publish the board with a proxy of your own'],
]);

const HARNESS_KEYS: ReadonlyMap<string, string> = new Map([
  ['cmd', 'is not supported: write harness = "command" and argv'],
  ['command', 'is not supported: write harness = "command" and argv'],
  ['cwd', 'is not supported: write workdir'],
  ['depends_on', 'is not supported: harnesses start side by side'],
  ['env', 'is not supported: write NAME=value lines in a file and name it in env_file'],
  ['environment', 'is not supported: write NAME=value lines in a file and name it in env_file'],
  ['group', 'is not supported: harnesses run as the user of the daemon'],
  ['user', 'is not supported: harnesses run as the user of the daemon'],
  ['autostart', 'is not supported: write enabled'],
  ['cron', 'is not supported: write schedule'],
]);

/** Why a key known from other supervisors is refused here; undefined for one that is simply unknown. */
export function unsupportedKey(path: KeyPath, key: string, value: unknown): KeyRefusal | undefined {
  if (path[0] === 'notify') {
    return unknownNotifyKey(path, key);
  }
  const known = path.length === 0 ? TABLES : HARNESS_KEYS;
  const sentence = path.length === 0 || isHarness(path) ? known.get(key) : undefined;
  return sentence === undefined ? dottedName(path, key, value) : refusal(sentence);
}

function dottedName(path: KeyPath, key: string, value: unknown): KeyRefusal | undefined {
  const isTable = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isHarness(path) && isTable
    ? refusal(`is no key; a name with a dot needs quotes: [harness."${path[1]}.${key}"]`)
    : undefined;
}

function isHarness(path: KeyPath): boolean {
  return path.length === 2 && path[0] === 'harness';
}

function refusal(sentence: string): KeyRefusal {
  return { code: 'unsupported_key', sentence };
}
