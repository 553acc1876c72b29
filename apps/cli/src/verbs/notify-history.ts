import { NOTIFIED_EVENTS, RESULTS } from '@harness/notify-core';
import { daemonClient, type NotificationsRequest, type NotificationView } from '@harness/protocol';
import { addressOf } from '../daemon-address.ts';
import { DONE } from '../exit-code.ts';
import { followHistory } from '../follow-history.ts';
import { lineCount } from '../line-count.ts';
import { historyLine } from '../render/notification.ts';
import { safeJson } from '../render/safe-text.ts';
import { instantSince } from '../since.ts';
import { UsageError } from '../usage-error.ts';
import { type Call, flagOption, textOption } from '../verb.ts';

const MOST_LINES = 10_000;
const HISTORY_RESULTS = [...RESULTS, 'unwanted'];

/** `harness notify history`: the newest entries, the newest last; with `--follow` it goes on. */
export async function notifyHistory(call: Call): Promise<number> {
  const { console } = call;
  const request = requestOf(call, Date.now());
  const client = daemonClient(addressOf(call));
  const json = flagOption(call, 'json');
  if (flagOption(call, 'follow')) {
    const stopped = console.untilInterrupted();
    for await (const entry of followHistory(client, request, stopped)) {
      console.out(json ? safeJson(entry) : historyLine(entry));
    }
    return DONE;
  }
  const { notifications, events } = await client.notifications(request);
  if (json) {
    console.out(safeJson({ notifications, ...(events === undefined ? {} : { events }) }));
  } else {
    tell(call, notifications.toReversed());
  }
  return DONE;
}

function tell({ console }: Call, oldestFirst: readonly NotificationView[]): void {
  if (oldestFirst.length === 0) {
    console.err('no notification is on record that fits');
    return;
  }
  console.out(oldestFirst.map(historyLine).join('\n'));
}

function requestOf(call: Call, nowMs: number): NotificationsRequest {
  const harness = textOption(call, 'harness');
  const event = oneOf(call, 'event', NOTIFIED_EVENTS);
  const result = oneOf(call, 'result', HISTORY_RESULTS);
  const since = textOption(call, 'since');
  return {
    ...(harness === undefined ? {} : { harness }),
    ...(event === undefined ? {} : { event }),
    ...(result === undefined ? {} : { result }),
    ...(since === undefined ? {} : { since: instantSince(since, nowMs) }),
    lines: lineCount(call, { fallback: flagOption(call, 'follow') ? 10 : 20, most: MOST_LINES }),
  };
}

function oneOf(call: Call, option: string, known: readonly string[]): string | undefined {
  const text = textOption(call, option);
  if (text !== undefined && !known.includes(text)) {
    throw new UsageError(`--${option} is one of ${known.join(', ')}, not \`${text}\``);
  }
  return text;
}
