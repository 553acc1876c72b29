import type { JSX } from 'preact';
import { spanWords } from './span.ts';
import { useNow } from './use-now.ts';

const CLOCK = new Intl.DateTimeFormat(undefined, {
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});
const DAY = new Intl.DateTimeFormat(undefined, {
  day: '2-digit',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});
const DATE = new Intl.DateTimeFormat(undefined, { day: '2-digit', month: 'short' });
const WHOLE = new Intl.DateTimeFormat(undefined, {
  dateStyle: 'full',
  timeStyle: 'long',
});
const DAY_MS = 86_400_000;

/** The zone that all times of the page are in, such as `Europe/Berlin`. */
export const ZONE: string = new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** A time of day, with the date where that is not today's. */
export function clockWords(ms: number, nowMs: number): string {
  return Math.abs(nowMs - ms) < DAY_MS / 2 ? CLOCK.format(ms) : DAY.format(ms);
}

/** A tick of an axis: the time of day, and at midnight the date. */
export function tickWords(ms: number): string {
  const time = CLOCK.format(ms);
  return time === '00:00' ? DATE.format(ms) : time;
}

/** An instant in words, with its zone. */
export function wholeWords(ms: number): string {
  return `${WHOLE.format(ms)} (${ZONE})`;
}

/** When something was. The title has all of it, with the zone. */
export function At({ at }: { readonly at: string }): JSX.Element {
  const ms = Date.parse(at);
  return (
    <time dateTime={at} title={wholeWords(ms)}>
      {clockWords(ms, useNow())}
    </time>
  );
}

/** How long something has gone on. */
export function Since({ at }: { readonly at: string }): JSX.Element {
  const ms = Date.parse(at);
  return (
    <time dateTime={at} title={`since ${wholeWords(ms)}`} class="span">
      {spanWords(useNow() - ms)}
    </time>
  );
}

/** How long it is until something. */
export function Until({ at }: { readonly at: string }): JSX.Element {
  const ms = Date.parse(at);
  return (
    <time dateTime={at} title={wholeWords(ms)} class="span">
      {spanWords(Math.max(0, ms - useNow()) + 999)}
    </time>
  );
}
