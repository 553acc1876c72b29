import { remembered } from '@harness/config-text';
import { Cron } from 'croner';

/** When a one-shot starts: five cron fields or a nickname, in a time zone or in the host's. */
export interface Schedule {
  readonly kind: 'schedule';
  readonly pattern: string;
  /** An IANA name; absent is the zone of the daemon's host. */
  readonly timeZone?: string;
}

/** Why a text is no schedule, as the end of a sentence that begins with "must". */
export interface InvalidSchedule {
  readonly kind: 'invalid';
  readonly sentence: string;
}

const NICKNAMES = ['@hourly', '@daily', '@midnight', '@weekly', '@monthly', '@yearly', '@annually'];
const EXAMPLE = 'such as "0 7 * * 1-5" or "CRON_TZ=Europe/Berlin 0 7 * * *"';

/**
 * Reads `[CRON_TZ=ZONE ]MINUTE HOUR DAY MONTH WEEKDAY`, or a nickname such as `@daily` for the fields.
 * A zone that the system does not know is invalid, and so is a pattern that no date ever meets.
 */
export function parseSchedule(text: string): Schedule | InvalidSchedule {
  return readOnce(text);
}

// Harnesses share schedules, and there are 1,440 minutes in a day.
const readOnce = remembered(read, 4000);

function read(text: string): Schedule | InvalidSchedule {
  const [, timeZone, rest = ''] = /^\s*(?:CRON_TZ=(\S*)\s+)?(.*)$/s.exec(text) ?? [];
  const pattern = rest.trim();
  if (timeZone !== undefined && !isZone(timeZone)) {
    return invalid(`must name a time zone that the system knows, not ${JSON.stringify(timeZone)}`);
  }
  if (pattern.split(/\s+/).length !== 5 && !NICKNAMES.includes(pattern)) {
    return invalid(`must have five cron fields, ${EXAMPLE}`);
  }
  const wrong = patternProblem(pattern);
  if (wrong !== undefined) {
    return invalid(wrong);
  }
  return { kind: 'schedule', pattern, ...(timeZone === undefined ? {} : { timeZone }) };
}

function patternProblem(pattern: string): string | undefined {
  try {
    const cron = new Cron(pattern, { mode: '5-part', paused: true, timezone: 'UTC' });
    return cron.nextRun(new Date(0)) === null
      ? 'must be a time that comes: no date meets it'
      : undefined;
  } catch (error) {
    if (error instanceof Error) {
      return `must be a cron pattern ${EXAMPLE}: ${error.message.replace(/^CronPattern: /, '')}`;
    }
    throw error;
  }
}

function isZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch (error) {
    if (error instanceof RangeError) {
      return false;
    }
    throw error;
  }
}

function invalid(sentence: string): InvalidSchedule {
  return { kind: 'invalid', sentence };
}
