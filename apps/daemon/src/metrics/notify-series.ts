import type { OpenAlert } from '@harness/notify-core';
import type { Store } from '@harness/store';
import type { Notifier } from '../notify/notifier.ts';
import type { Sample, Series } from './series.ts';

/** What the metrics of notifying look at. */
export interface NotifyFacts {
  readonly notifier: Pick<Notifier, 'depth' | 'oldestRaisedAtMs'>;
  readonly store: Pick<Store, 'lastDeliveries'>;
  readonly openAlerts: () => readonly OpenAlert[];
  /** Wall clock. */
  readonly nowMs: () => number;
}

/** The metrics of notifying beside those of the deliveries themselves. */
export function notifySeries(facts: NotifyFacts): readonly Series[] {
  const { notifier, store, openAlerts, nowMs } = facts;
  const ageS = (sinceMs: number | undefined): number =>
    sinceMs === undefined ? 0 : Math.max(0, (nowMs() - sinceMs) / 1000);
  return [
    {
      kind: 'gauge',
      name: 'harness_notify_queue_depth',
      help: 'Notifications that wait for a worker.',
      read: () => notifier.depth,
    },
    {
      kind: 'gauge',
      name: 'harness_notify_oldest_waiting_seconds',
      help: 'Age of the notification that has waited longest, 0 where none waits.',
      read: () => ageS(notifier.oldestRaisedAtMs),
    },
    {
      kind: 'gauge',
      name: 'harness_notify_last_success_timestamp_seconds',
      help: 'When a delivery last ended ok, unix time, earlier daemons included; absent before the first.',
      read: () => secondsOf(store.lastDeliveries().lastOk?.finishedAtMs),
    },
    {
      kind: 'gauge',
      name: 'harness_notify_last_failure_timestamp_seconds',
      help: 'When a delivery last ended error or timeout, unix time; absent before the first.',
      read: () => secondsOf(store.lastDeliveries().lastFailed?.finishedAtMs),
    },
    {
      kind: 'gauge',
      name: 'harness_notify_open_episodes',
      help: 'Alerts that people were told of and that are not over, by event.',
      labels: ['event'],
      read: () => openByEvent(openAlerts()),
    },
    {
      kind: 'gauge',
      name: 'harness_notify_oldest_open_episode_seconds',
      help: 'Age of the oldest open alert, 0 where none is open.',
      read: () => ageS(oldest(openAlerts())),
    },
  ];
}

/** The events that open an alert, whether one is open or not. */
const OPENERS: readonly string[] = ['failed', 'loop_stopped', 'stalled'];

function openByEvent(alerts: readonly OpenAlert[]): readonly Sample[] {
  return OPENERS.map((event) => ({
    labels: { event },
    value: alerts.filter((alert) => alert.event === event).length,
  }));
}

function oldest(alerts: readonly OpenAlert[]): number | undefined {
  return alerts.length === 0 ? undefined : Math.min(...alerts.map(({ sinceMs }) => sinceMs));
}

function secondsOf(unixMs: number | undefined): number | undefined {
  return unixMs === undefined ? undefined : unixMs / 1000;
}
