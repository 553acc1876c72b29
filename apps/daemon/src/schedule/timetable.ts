import type { ScheduleSpec } from '@harness/harness-config';
import type { Clock } from '../clock.ts';
import { dueFirings, LATE_AFTER_MS, type Missed, MOST_COUNTED } from './due-firings.ts';
import { type NextFiring, nextFiring } from './next-firing.ts';

/** What a store keeps of a timetable, so that the next daemon knows what was missed meanwhile. */
export interface KeptTimetable {
  /** The schedule that was followed; absent when it was off. */
  readonly schedule?: string;
  /** Firings up to then were dealt with, wall clock. */
  readonly handledMs?: number;
}

/** Follows the schedule of one one-shot by the wall clock. */
export interface Timetable {
  /** When it fires next, wall clock; undefined while nothing is followed. */
  readonly nextMs: number | undefined;
  /** Follows this schedule from now on; undefined turns it off. The same one again goes on as before. */
  follow(schedule: ScheduleSpec | undefined): void;
  /** Ends without turning anything off: the next daemon goes on. */
  close(): void;
}

export interface TimetableOptions {
  readonly clock: Pick<Clock, 'wallMs'>;
  readonly fire: (trigger: 'schedule' | 'catch-up') => void;
  /** Some firings were noticed too late; says which. */
  readonly miss: (why: string) => void;
  /** What was kept, and until when the daemon before this one is known to have watched. */
  readonly kept: KeptTimetable & { readonly aliveMs?: number };
  readonly remember: (kept: KeptTimetable) => void;
  /** How long it sleeps at most, so that it notices when the clock was set or the host slept. */
  readonly lookEveryMs?: number;
}

const LOOK_EVERY_MS = 30_000;

/** Opens a timetable that follows nothing yet. */
export function openTimetable(options: TimetableOptions): Timetable {
  const { clock, fire, miss, lookEveryMs = LOOK_EVERY_MS } = options;
  let kept: TimetableOptions['kept'] = options.kept;
  let followed: ScheduleSpec | undefined;
  let next: NextFiring = () => undefined;
  let cursorMs = 0;
  let nextMs: number | undefined;
  let timer: NodeJS.Timeout | undefined;

  function remember(news: KeptTimetable): void {
    if (news.schedule !== kept.schedule || news.handledMs !== kept.handledMs) {
      kept = news;
      options.remember(news);
    }
  }

  function look(): void {
    const nowMs = clock.wallMs();
    if (nowMs < cursorMs - LATE_AFTER_MS) {
      // The clock was set back: what it shows now is what counts.
      cursorMs = nowMs;
    }
    const sinceMs = cursorMs;
    cursorMs = Math.max(cursorMs, nowMs);
    arm(nowMs);
    deal(sinceMs, nowMs);
  }

  function deal(sinceMs: number, nowMs: number): void {
    const due = dueFirings(next, sinceMs, nowMs, followed?.catchUp === true);
    if (due.missed !== undefined || due.onTime > 0) {
      remember({ ...keyOf(followed), handledMs: cursorMs });
    }
    if (due.missed !== undefined) {
      miss(missedWords(due.missed));
    }
    for (let count = 0; count < due.onTime; count += 1) {
      fire('schedule');
    }
    if (due.catchUp) {
      fire('catch-up');
    }
  }

  function arm(nowMs: number): void {
    clearTimeout(timer);
    nextMs = next(cursorMs);
    const waitMs = nextMs === undefined ? lookEveryMs : Math.min(nextMs - nowMs, lookEveryMs);
    timer = setTimeout(look, Math.max(1, waitMs));
  }

  function begin(schedule: ScheduleSpec): void {
    const nowMs = clock.wallMs();
    const key = keyOf(schedule);
    const isKnown = followed === undefined && kept.schedule === key.schedule;
    const watchedMs = Math.max(kept.handledMs ?? 0, kept.aliveMs ?? 0);
    cursorMs = isKnown && watchedMs > 0 ? Math.min(watchedMs, nowMs) : nowMs;
    followed = schedule;
    next = nextFiring(schedule);
    remember({ ...key, handledMs: cursorMs });
    look();
  }

  function stop(): void {
    clearTimeout(timer);
    followed = undefined;
    nextMs = undefined;
  }

  return {
    get nextMs() {
      return nextMs;
    },
    follow(schedule) {
      if (schedule === undefined) {
        stop();
        remember({});
      } else if (followed === undefined || keyOf(schedule).schedule !== keyOf(followed).schedule) {
        begin(schedule);
      } else {
        followed = schedule;
      }
    },
    close: stop,
  };
}

function keyOf(schedule: ScheduleSpec | undefined): Pick<KeptTimetable, 'schedule'> {
  return schedule === undefined
    ? {}
    : { schedule: `${schedule.timeZone ?? ''} ${schedule.pattern}` };
}

function missedWords({ count, firstMs, lastMs }: Missed): string {
  const [first, last] = [firstMs, lastMs].map((ms) => new Date(ms).toISOString());
  if (count === 1) {
    return `nobody was there to start it at ${first}`;
  }
  const many = count === MOST_COUNTED ? `${count} or more` : `${count}`;
  return `nobody was there for ${many} starts, ${first} to ${last}`;
}
