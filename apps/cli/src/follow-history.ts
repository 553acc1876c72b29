import { setTimeout as pause } from 'node:timers/promises';
import type { DaemonClient, NotificationsRequest, NotificationView } from '@harness/protocol';
import { lastAt } from './render/notification.ts';

const POLL_MS = 500;
// More than this between two looks would be a storm that nobody reads line by line.
const MOST_ENTRIES = 10_000;

/**
 * The newest entries, oldest first, and then each one as it comes or changes: a delivery when it begins to wait and when it
 * has ended, what is held back whenever it is counted up. Ends when `stopped` does.
 */
export async function* followHistory(
  client: Pick<DaemonClient, 'notifications'>,
  request: NotificationsRequest,
  stopped: AbortSignal,
): AsyncGenerator<NotificationView> {
  const shown = new Map<number, string>();
  // What comes between the first look and its answer is not to be lost.
  let ask = request;
  let since = request.since ?? new Date().toISOString();
  while (!stopped.aborted) {
    const { notifications } = await client.notifications(ask);
    const oldestFirst = notifications.toReversed();
    for (const entry of oldestFirst) {
      if (shown.get(entry.row) !== versionOf(entry)) {
        shown.set(entry.row, versionOf(entry));
        yield entry;
      }
    }
    since = nextSince(oldestFirst) ?? since;
    ask = { ...request, since, lines: MOST_ENTRIES };
    await pause(POLL_MS, undefined, { signal: stopped }).catch(endOfWait);
  }
}

/** The same for the same entry in the same state. */
function versionOf(entry: NotificationView): string {
  return entry.kind === 'held_back' ? String(entry.count) : (entry.result ?? '');
}

/** From the oldest entry that can still change. */
function nextSince(oldestFirst: readonly NotificationView[]): string | undefined {
  const open = oldestFirst.find((entry) => entry.kind === 'delivery' && entry.result === undefined);
  const from = open ?? oldestFirst.at(-1);
  return from === undefined ? undefined : lastAt(from);
}

// The end of the wait was asked for.
function endOfWait(error: unknown): void {
  if (!(error instanceof Error && error.name === 'AbortError')) {
    throw error;
  }
}
