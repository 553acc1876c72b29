import { assertNever } from './assert-never.ts';
import type { Words } from './description.ts';
import { durationText } from './duration-text.ts';
import type { Escalated, Exit, GaveUp, RunEnded } from './fact.ts';

/** Words for `failed`. */
export function gaveUpWords(name: string, fact: GaveUp): Words {
  const after = fact.restarts === 1 ? '1 failure' : `${fact.restarts} consecutive failures`;
  return {
    ...endingOf(fact.exit, fact.lastLine),
    hint: `harness logs ${name}`,
    restarts: fact.restarts,
    message: {
      lead: `${name} failed: gave up after ${after}${inBrackets(fact.exit, 'last exit')}`,
      tail: `restart with \`harness restart ${name}\`; see \`harness logs ${name}\``,
    },
  };
}

/** Words for `flapping`. */
export function escalatedWords(name: string, fact: Escalated): Words {
  return {
    ...endingOf(fact.exit, fact.lastLine),
    hint: `harness logs ${name}`,
    restarts: fact.restarts,
    message: {
      lead: `${name} is flapping: ${often(fact)}${inBrackets(fact.exit, 'last exit')}, restarts are slowed down`,
      tail: `see \`harness logs ${name}\``,
    },
  };
}

/** Words for `run_failed`. */
export function runEndedWords(name: string, fact: RunEnded): Words {
  const hint = `harness logs ${name} --run ${fact.runId}`;
  const row = fact.streak > 1 ? `, ${fact.streak} in a row` : '';
  return {
    state: fact.outcome,
    ...(fact.exit ? endingOf(fact.exit, fact.lastLine) : lineOf(fact.lastLine)),
    hint,
    run_id: fact.runId,
    message: { lead: `${name} run ${fact.runId} ${ended(fact)}${row}`, tail: `see \`${hint}\`` },
  };
}

function often({ restarts, withinHour }: Escalated): string {
  if (withinHour) {
    return `exited ${restarts === 1 ? 'once' : `${restarts} times`} within an hour`;
  }
  return restarts === 1 ? '1 failure' : `${restarts} consecutive failures`;
}

function ended({ outcome, exit, timeoutMs }: RunEnded): string {
  if (outcome === 'failed') {
    return `failed${exit ? inBrackets(exit, 'exit') : ''}`;
  }
  return timeoutMs === undefined ? 'timed out' : `timed out after ${durationText(timeoutMs)}`;
}

function inBrackets(exit: Exit, status: 'exit' | 'last exit'): string {
  switch (exit.kind) {
    case 'exited':
      return ` (${status} ${exit.code})`;
    case 'signalled':
      return ` (killed by ${exit.signal})`;
    case 'not_started':
      return '';
    default:
      return assertNever(exit);
  }
}

// A program that never ran printed nothing: a last line could only be an earlier run's.
function endingOf(exit: Exit, lastLine: string | undefined): Pick<Words, 'cause' | 'exit_code'> {
  switch (exit.kind) {
    case 'exited':
      return { ...lineOf(lastLine), exit_code: exit.code };
    case 'signalled':
      return lineOf(lastLine);
    case 'not_started':
      return { cause: `could not start: ${exit.reason}` };
    default:
      return assertNever(exit);
  }
}

function lineOf(lastLine: string | undefined): Pick<Words, 'cause'> {
  return lastLine === undefined ? {} : { cause: lastLine };
}
