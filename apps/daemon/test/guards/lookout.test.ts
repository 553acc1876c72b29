import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createLookout, type Lookout } from '../../src/guards/lookout.ts';

let looks: string[] = [];
let naps = 0;
let busy = new Set<string>();
let ahead = 0;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  looks = [];
  naps = 0;
  ahead = 0;
  busy = new Set();
});
afterEach(() => {
  vi.useRealTimers();
});

function lookout(): Lookout {
  return createLookout({
    clock: { nowMs: () => Date.now(), wallMs: () => Date.now() + ahead },
    everyMs: 1000,
    all: () => ['a', 'b', 'c'],
    look: (name, slept) => {
      looks.push(slept ? `${name} slept` : name);
      return busy.has(name);
    },
    slept: () => {
      naps += 1;
    },
  });
}

/** What was looked at in so many seconds, and how often. */
function seenIn(seconds: number): Record<string, number> {
  looks = [];
  vi.advanceTimersByTime(seconds * 1000);
  const groups = Map.groupBy(looks, (name) => name);
  return Object.fromEntries([...groups].map(([name, each]) => [name, each.length]));
}

it('looks each second at those that have something to show, at the others now and then', () => {
  busy.add('b');
  lookout().begin();
  expect(seenIn(1)).toEqual({ a: 1, b: 1, c: 1 });
  expect(seenIn(28)).toEqual({ b: 28 });
  expect(seenIn(2)).toEqual({ a: 1, b: 2, c: 1 });
});

it('wakes up twice a minute when nobody has anything to show', () => {
  lookout().begin();
  seenIn(1);
  const timers = vi.spyOn(globalThis, 'setTimeout');
  expect(seenIn(60)).toEqual({ a: 2, b: 2, c: 2 });
  expect(timers).toHaveBeenCalledTimes(2);
});

it('looks at who is woken a second later, whatever it was waiting for', () => {
  const it = lookout();
  it.wake('c');
  expect(seenIn(60)).toEqual({});
  it.begin();
  seenIn(2);
  busy.add('c');
  it.wake('c');
  expect(seenIn(5)).toEqual({ c: 5 });
});

it('is not put off by who is woken again and again', () => {
  const it = lookout();
  it.begin();
  seenIn(2);
  looks = [];
  for (let tenth = 0; tenth < 20; tenth += 1) {
    it.wake('a');
    vi.advanceTimersByTime(100);
  }
  expect(looks).toEqual(['a', 'a']);
});

it('tells a host that slept, busy or not, and no look that only came when it was due', () => {
  busy.add('a');
  lookout().begin();
  seenIn(40);
  expect(naps).toBe(0);
  ahead = 3_600_000;
  expect(seenIn(1)).toEqual({ 'a slept': 1 });
  expect(naps).toBe(1);
  busy.clear();
  seenIn(70);
  expect(naps).toBe(1);
  ahead = 7_200_000;
  expect(seenIn(31)).toMatchObject({ 'b slept': 1 });
  expect(naps).toBe(2);
});

it('looks no more once it is stopped, whoever is woken', () => {
  busy.add('a');
  const it = lookout();
  it.begin();
  seenIn(2);
  it.stop();
  it.wake('a');
  expect(seenIn(60)).toEqual({});
});
