import { daemonClient, type NotificationsAnswer } from '@harness/protocol';
import { addressOf } from '../daemon-address.ts';
import { DONE } from '../exit-code.ts';
import { lineCount } from '../line-count.ts';
import { timeSince } from '../render/duration.ts';
import { lastAt, whySentence } from '../render/notification.ts';
import { oneLine, safeJson } from '../render/safe-text.ts';
import { type Call, flagOption } from '../verb.ts';

const MOST_LINES = 10_000;

/** `harness notify why NAME`: the last events of a harness, newest first, and what became of each. */
export async function notifyWhy(call: Call): Promise<number> {
  const [harness = ''] = call.args;
  const lines = lineCount(call, { fallback: 20, most: MOST_LINES });
  const answer = await daemonClient(addressOf(call)).notifications({ harness, lines });
  const nowMs = Date.now();
  call.console.out(
    flagOption(call, 'json') ? asJson(harness, answer, nowMs) : asText(harness, answer, nowMs),
  );
  return DONE;
}

function asJson(
  harness: string,
  { notifications, events }: NotificationsAnswer,
  nowMs: number,
): string {
  return safeJson({
    harness,
    notifications: notifications.map((entry) => ({ ...entry, why: whySentence(entry, nowMs) })),
    ...(events === undefined ? {} : { events }),
  });
}

function asText(
  harness: string,
  { notifications, events }: NotificationsAnswer,
  nowMs: number,
): string {
  const entries = notifications.map(
    (entry) =>
      `${timeSince(lastAt(entry), nowMs)} ago  ${entry.event}: ${whySentence(entry, nowMs)}`,
  );
  const rows =
    entries.length === 0 ? [`${harness} has raised no event that is on record`] : entries;
  return [...rows, subscription(events)].map(oneLine).join('\n');
}

function subscription(events: NotificationsAnswer['events']): string {
  return events === undefined
    ? 'notify is off: no [notify] table, nobody is told of anything'
    : `people are told of ${events.join(', ')}`;
}
