import type { ScheduleSpec } from '@harness/harness-config';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  type KeptTimetable,
  openTimetable,
  type Timetable,
  type TimetableOptions,
} from '../../src/schedule/timetable.ts';

const START = Date.parse('2026-11-30T06:00:00Z');
const HOURLY: ScheduleSpec = { pattern: '0 * * * *', timeZone: 'UTC', catchUp: false };
const CATCHING_UP: ScheduleSpec = { ...HOURLY, catchUp: true };
const MINUTE = 60_000;

interface Opened {
  readonly timetable: Timetable;
  readonly heard: string[];
  readonly kept: () => KeptTimetable;
}

function open(kept: TimetableOptions['kept'] = {}): Opened {
  const heard: string[] = [];
  let now: KeptTimetable = kept;
  const timetable = openTimetable({
    clock: { wallMs: () => Date.now() },
    fire: (trigger) => heard.push(trigger),
    miss: (why) => heard.push(`missed: ${why}`),
    kept,
    remember: (news) => {
      now = news;
    },
  });
  return { timetable, heard, kept: () => now };
}

beforeEach(() => {
  vi.useFakeTimers({ now: START });
});

afterEach(() => {
  vi.useRealTimers();
});

describe('a timetable', () => {
  it('fires at its times and says when it fires next', () => {
    const { timetable, heard } = open();
    timetable.follow(HOURLY);
    expect(timetable.nextMs).toBe(START + 60 * MINUTE);
    vi.advanceTimersByTime(60 * MINUTE - 1);
    expect(heard).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(heard).toEqual(['schedule']);
    expect(timetable.nextMs).toBe(START + 120 * MINUTE);
  });

  it('is silent while it is off, and misses nothing then', () => {
    const { timetable, heard } = open();
    timetable.follow(CATCHING_UP);
    timetable.follow(undefined);
    expect(timetable.nextMs).toBeUndefined();
    vi.advanceTimersByTime(180 * MINUTE);
    timetable.follow(CATCHING_UP);
    vi.advanceTimersByTime(MINUTE);
    expect(heard).toEqual([]);
  });

  it('goes on when the same schedule comes again, and changes in place to another one', () => {
    const { timetable, heard } = open();
    timetable.follow(HOURLY);
    vi.advanceTimersByTime(30 * MINUTE);
    timetable.follow({ ...HOURLY });
    expect(timetable.nextMs).toBe(START + 60 * MINUTE);
    timetable.follow({ ...HOURLY, pattern: '45 * * * *' });
    vi.advanceTimersByTime(60 * MINUTE);
    expect(heard).toEqual(['schedule']);
  });

  it.each([
    [
      HOURLY,
      [
        'missed: nobody was there for 3 starts, 2026-11-30T07:00:00.000Z to 2026-11-30T09:00:00.000Z',
      ],
    ],
    [
      CATCHING_UP,
      [
        'missed: nobody was there for 3 starts, 2026-11-30T07:00:00.000Z to 2026-11-30T09:00:00.000Z',
        'catch-up',
      ],
    ],
  ])('notices that the host slept (%j)', (schedule, expected) => {
    const { timetable, heard } = open();
    timetable.follow(schedule);
    vi.setSystemTime(START + 200 * MINUTE);
    vi.advanceTimersByTime(MINUTE);
    expect(heard).toEqual(expected);
  });

  it('knows what was missed while no daemon lived', () => {
    const first = open();
    first.timetable.follow(HOURLY);
    first.timetable.close();
    vi.setSystemTime(START + 70 * MINUTE);
    const second = open({ ...first.kept(), aliveMs: START + 5 * MINUTE });
    second.timetable.follow(HOURLY);
    expect(second.heard).toEqual([
      'missed: nobody was there to start it at 2026-11-30T07:00:00.000Z',
    ]);
  });

  it('misses nothing of a schedule that is new to this daemon, or was off', () => {
    const first = open();
    first.timetable.follow(HOURLY);
    first.timetable.follow(undefined);
    vi.setSystemTime(START + 70 * MINUTE);
    const second = open({ ...first.kept(), aliveMs: START });
    second.timetable.follow(HOURLY);
    expect(second.heard).toEqual([]);
  });

  it('runs by what the clock shows after it was set back', () => {
    const { timetable, heard } = open();
    timetable.follow(HOURLY);
    vi.advanceTimersByTime(61 * MINUTE);
    vi.setSystemTime(START - 24 * 60 * MINUTE);
    vi.advanceTimersByTime(61 * MINUTE);
    expect(heard).toEqual(['schedule', 'schedule']);
  });
});
