import { NOTIFIED_EVENTS, RESULTS } from '@harness/notify-core';
import { RUN_OUTCOMES } from '@harness/protocol';
import { SHELLS } from './shells.ts';

/**
 * Where the values of an option or an argument come from: a list, the daemon, the documents, the file system, or nobody
 * can know them.
 */
export type ValueSource =
  | readonly string[]
  | 'harnesses'
  | 'topics'
  | 'files'
  | 'folders'
  | 'commands'
  | 'unknown';

const SOURCES: Readonly<Record<string, ValueSource>> = {
  argument: 'files',
  command: 'commands',
  event: NOTIFIED_EVENTS,
  file: 'files',
  folder: 'folders',
  keeper: ['systemd', 'launchd'],
  level: ['trace', 'debug', 'info', 'warn', 'error'],
  name: 'harnesses',
  number: 'unknown',
  outcome: RUN_OUTCOMES,
  path: 'files',
  program: 'files',
  result: [...RESULTS, 'unwanted'],
  shell: SHELLS,
  time: 'unknown',
  topic: 'topics',
  user: 'unknown',
  when: 'unknown',
  where: ['off'],
};

/**
 * The source of what the help calls by a word: `event`, `name`, …; undefined for a word without an entry.
 *
 * @param at - the argument's place, from 0: behind a command come its own arguments
 */
export function valueSource(word: string, at = 0): ValueSource | undefined {
  return word === 'command' && at > 0 ? 'files' : SOURCES[word];
}
