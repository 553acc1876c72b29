import { ADAPTERS, type Adapter, AGENT_KINDS } from '../adapters.ts';
import type { HarnessKey } from '../tables/harness-keys.ts';
import type { RawTable } from './refuse.ts';

/** Keys that mean something only beside others. */
export interface KeyNeed {
  readonly keys: readonly HarnessKey[];
  /** Asks which keys there are, and of values for that of `harness` alone. */
  readonly met: (table: RawTable) => boolean;
  /** Completes "KEY …". */
  readonly sentence: string;
}

/** Whether a table describes a one-shot: it has a prompt. */
export function isOneShot(table: object): boolean {
  return 'prompt' in table || 'prompt_file' in table;
}

const PROGRAMS: readonly Adapter[] = ['generic', 'command'];

/** What the keys of `[harness.<name>]` need, in the order in which they are documented. */
export const KEY_NEEDS: readonly KeyNeed[] = [
  {
    keys: ['args'],
    met: (table) => table['harness'] !== 'command',
    sentence: 'does not go with harness = "command": write the whole argv in argv',
  },
  {
    keys: ['argv'],
    met: (table) => table['harness'] === 'command' || !isOneOf(table['harness'], ADAPTERS),
    sentence: 'is for harness = "command" alone: write arguments in args',
  },
  {
    keys: ['prompt', 'prompt_file', 'model', 'auto_accept', 'max_turns'],
    met: (table) => !isOneOf(table['harness'], PROGRAMS),
    sentence: `needs an agent: harness = ${AGENT_KINDS.map((kind) => JSON.stringify(kind)).join(', ')}`,
  },
  {
    keys: ['prompt_file'],
    met: (table) => !('prompt' in table),
    sentence: 'does not go with prompt: keep one of them',
  },
  {
    keys: ['max_turns', 'timeout', 'on_overlap', 'keep_runs', 'schedule'],
    met: isOneShot,
    sentence: 'needs a one-shot: a prompt or a prompt_file',
  },
  {
    keys: ['catch_up'],
    met: (table) => 'schedule' in table,
    sentence: 'needs a schedule',
  },
  {
    keys: ['transcript'],
    met: (table) => !isOneOf(table['harness'], AGENT_KINDS),
    sentence: 'is for harness = "command" and "generic": an agent writes its own transcript',
  },
  {
    keys: ['stall_timeout', 'stall_action', 'stall_when'],
    met: (table) => !isOneOf(table['harness'], PROGRAMS) || 'transcript' in table,
    sentence: 'needs a transcript: say in transcript which one the program writes',
  },
  {
    keys: ['stall_timeout', 'stall_action', 'stall_when'],
    met: (table) => !isOneShot(table),
    sentence: 'is for residents: a one-shot has timeout',
  },
  {
    keys: ['stall_action', 'stall_when'],
    met: (table) => 'stall_timeout' in table,
    sentence: 'needs stall_timeout, which is off when left out',
  },
  {
    keys: [
      'health_interval',
      'health_timeout',
      'health_failures',
      'health_action',
      'health_start_period',
    ],
    met: (table) => 'health_cmd' in table,
    sentence: 'needs health_cmd',
  },
];

function isOneOf(value: unknown, words: readonly string[]): boolean {
  return typeof value === 'string' && words.includes(value);
}
