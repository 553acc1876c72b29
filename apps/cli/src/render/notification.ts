import type { DeliveryView, HeldBackView, NotificationView } from '@harness/protocol';
import { durationWords } from './duration.ts';
import { oneLine } from './safe-text.ts';

/** A word for what became of a notification: its result, or `waiting` or `running` while it has none. */
function resultWord(entry: NotificationView): string {
  if (entry.result !== undefined) {
    return entry.result;
  }
  return entry.startedAt === undefined ? 'waiting' : 'running';
}

/** One entry of the history on one line: when, result, event, harness, and what was said or why not. */
export function historyLine(entry: NotificationView): string {
  const { harness = '-', event } = entry;
  const parts = [seconds(lastAt(entry)), resultWord(entry).padEnd(10), event.padEnd(15), harness];
  return oneLine(`${parts.join('  ')}  ${summary(entry)}`);
}

/** Why somebody was told of it, or was not, in a sentence. */
export function whySentence(entry: NotificationView, nowMs: number): string {
  return oneLine(entry.kind === 'delivery' ? deliverySentence(entry) : heldSentence(entry, nowMs));
}

/** The last thing that happened to an entry, RFC 3339. */
export function lastAt(entry: NotificationView): string {
  return entry.kind === 'delivery' ? entry.raisedAt : entry.lastAt;
}

function summary(entry: NotificationView): string {
  if (entry.kind === 'held_back') {
    return entry.count === 1 ? 'once' : `${entry.count} times since ${seconds(entry.firstAt)}`;
  }
  const { result, detail, message } = entry;
  return result === undefined || result === 'ok' || detail === undefined
    ? message
    : `(${detail}) ${message}`;
}

function deliverySentence(entry: DeliveryView): string {
  const { result, detail, durationMs = 0, message, tail } = entry;
  const printed = tail === undefined ? '' : `; it printed ${JSON.stringify(tail.trimEnd())}`;
  switch (result) {
    case undefined:
      return `${entry.startedAt === undefined ? 'waits for a worker' : 'the hook runs'}: ${message}`;
    case 'ok':
      return `delivered, the hook took ${tookWords(durationMs)}: ${message}`;
    case 'dropped':
      return `nobody was told (${detail ?? 'dropped'}): ${message}`;
    default:
      return `nobody was told, the hook failed (${detail ?? result})${printed}: ${message}`;
  }
}

function heldSentence(
  { event, result, count, firstAt, untilAt }: HeldBackView,
  nowMs: number,
): string {
  const often = count === 1 ? 'once' : `${count} times since ${seconds(firstAt)}`;
  if (result === 'unwanted') {
    return `not subscribed, ${often}: events does not list ${event}`;
  }
  if (untilAt === undefined) {
    return `held back ${often}: inside the cooldown`;
  }
  const leftMs = Date.parse(untilAt) - nowMs;
  const left = leftMs > 0 ? `, for another ${durationWords(leftMs + 999)}` : ', which is over';
  return `held back ${often}: inside the cooldown until ${seconds(untilAt)}${left}`;
}

function tookWords(durationMs: number): string {
  return durationMs < 1000 ? `${Math.round(durationMs)}ms` : durationWords(durationMs);
}

/** Without the fraction: no person reads it. */
function seconds(instant: string): string {
  return instant.replace(/\.\d+Z$/, 'Z');
}
