import type { Words } from './description.ts';
import type { Looping, QuotaRefused, Rotated, RotationStuck, Unhealthy } from './fact.ts';
import { instantText } from './instant-text.ts';

/** Words for `loop_stopped`. */
export function loopingWords(name: string, { tool, count }: Looping): Words {
  const hint = `harness start ${name}`;
  return {
    cause: `${tool} called ${times(count)} over`,
    hint,
    tool,
    count,
    message: {
      lead: `${name} was stopped by the loop guard and stays down`,
      tail: `start it again with \`${hint}\``,
    },
  };
}

/** Words for a `session_rotated` that succeeded. */
export function rotatedWords(name: string, { failedTurns, archivedAs }: Rotated): Words {
  const hint = `harness logs ${name}`;
  const archive = archivedAs === undefined ? 'the old one archived' : `archived as ${archivedAs}`;
  return {
    cause: failedTurnsText(failedTurns),
    hint,
    message: {
      lead: `${name} was restarted on a fresh session, ${archive}`,
      tail: `see \`${hint}\``,
    },
  };
}

/** Words for a `session_rotated` that could not finish. */
export function rotationStuckWords(name: string, fact: RotationStuck): Words {
  const hint = `harness logs ${name}`;
  const detail = fact.detail === undefined ? '' : `: ${fact.detail}`;
  return {
    cause: failedTurnsText(fact.failedTurns),
    hint,
    message: {
      lead: `${name} was left stopped, its session could not be rotated (${fact.step}${detail})`,
      tail: `see \`${hint}\`; start it with \`harness start ${name}\``,
    },
  };
}

/** Words for `parked`. */
export function quotaRefusedWords(name: string, { rule, untilMs, group }: QuotaRefused): Words {
  const hint = `harness start ${name}`;
  const until = untilMs === undefined ? undefined : instantText(untilMs);
  const parked = until === undefined ? 'is parked' : `is parked until ${until}`;
  const shared = group === undefined ? '' : `, with all of quota group ${group}`;
  return {
    cause: rule,
    hint,
    ...(until !== undefined && { until }),
    message: {
      lead: `${name} ${parked}${shared}, its provider refused it`,
      tail: `release it now with \`${hint}\``,
    },
  };
}

/** Words for `health`. */
export function unhealthyWords(name: string, { failures, tail, action }: Unhealthy): Words {
  const hint = `harness describe ${name}`;
  const done = action === 'restart' ? 'it was restarted' : 'nothing was touched';
  return {
    ...(tail !== undefined && { cause: tail }),
    hint,
    message: {
      lead: `${name} is unhealthy: its probe failed ${times(failures)} in a row, ${done}`,
      tail: `look with \`${hint}\``,
    },
  };
}

function failedTurnsText(failedTurns: number): string {
  return failedTurns === 1
    ? '1 recent turn failed at the context limit'
    : `${failedTurns} recent turns failed at the context limit`;
}

function times(count: number): string {
  return count === 1 ? 'once' : `${count} times`;
}
