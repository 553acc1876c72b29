import type { Words } from './description.ts';
import { durationText } from './duration-text.ts';
import type { BehindProcess, Silent } from './fact.ts';

/** Processes that a message names before it only counts the rest. */
const NAMED_PROCESSES = 5;

const ACTIONS = {
  restarted: 'restarted',
  left_running: 'left running',
  left_alone: 'left alone after five stalls in a row',
} as const;

/** Words for `stalled`. */
export function silentWords(name: string, fact: Silent): Words {
  const hint = `harness describe ${name}`;
  const restarts = fact.action === 'restarted' ? fact.restarts : undefined;
  return {
    cause: `silent for ${durationText(fact.silentMs)}, stall_timeout is ${durationText(fact.timeoutMs)}`,
    hint,
    ...(restarts !== undefined && { restarts }),
    message: { lead: leadOf(name, fact), tail: `look with \`${hint}\`` },
  };
}

function leadOf(name: string, { action, behind, refusedWith }: Silent): string {
  const stuck = behind.length === 0 ? '' : `, stuck behind ${behindText(behind)}`;
  const refused = refusedWith === undefined ? '' : `, retrying after "${refusedWith}"`;
  return `${name} stalled, ${ACTIONS[action]}${stuck}${refused}`;
}

// No process is younger than its children, so the youngest of all is a leaf.
function behindText(behind: readonly BehindProcess[]): string {
  const youngestFirst = behind.toSorted((one, other) => one.ageMs - other.ageMs);
  const named = youngestFirst
    .slice(0, NAMED_PROCESSES)
    .map(({ name, pid, ageMs }) => `${name} (pid ${pid}, ${durationText(ageMs)})`);
  const more = behind.length - named.length;
  return [...named, ...(more > 0 ? [`${more} more`] : [])].join(', ');
}
