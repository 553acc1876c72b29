import { hostname } from 'node:os';
import type { EpisodeView, HookView, NotificationView, Overview } from '@harness/protocol';
import type { Control } from '../api/control.ts';
import { deliveryView } from '../notify/read-history.ts';
import type { Parts } from '../parts.ts';
import { openTroubles, type Trouble } from './open-troubles.ts';

/** What an overview is read with, beside the daemon's parts: the functions that the other calls answer with. */
export type OverviewSources = Pick<Control, 'list' | 'notifications'>;

/** All that a look at the daemon begins with. */
export function readOverview(parts: Parts, sources: OverviewSources): Overview {
  const { settings, clock, restarts, startedMs, version } = parts;
  const { harnesses } = sources.list();
  return {
    at: instant(clock.wallMs()),
    host: hostname(),
    version,
    startedAt: instant(startedMs),
    configProblems: settings.configuration.problems,
    harnesses,
    episodes: openTroubles(parts)
      .map((trouble) => episodeOf(trouble, parts, sources))
      .toSorted((a, b) => Date.parse(a.since) - Date.parse(b.since)),
    restarts: restarts.counts(clock.nowMs()),
    hook: hookOf(parts),
  };
}

function episodeOf(
  { harness, event, sinceMs, cause, did, commands }: Trouble,
  { notifier, clock }: Parts,
  { notifications }: OverviewSources,
): EpisodeView {
  const [told] = notifications({ harness, event, limit: 1 }).notifications;
  const alert = notifier.openAlerts(harness).find((one) => one.event === event);
  return {
    harness,
    event,
    since: sinceOf(alert?.sinceMs ?? sinceMs, told, clock.wallMs()),
    ...(cause === undefined ? {} : { cause }),
    did,
    commands,
    ...(told === undefined ? {} : { told }),
  };
}

/** What the trouble itself does not know, its notification does. */
function sinceOf(
  sinceMs: number | undefined,
  told: NotificationView | undefined,
  nowMs: number,
): string {
  if (sinceMs !== undefined) {
    return instant(sinceMs);
  }
  if (told === undefined) {
    return instant(nowMs);
  }
  return told.kind === 'delivery' ? told.raisedAt : told.firstAt;
}

function hookOf({ settings, store, notifier }: Parts): HookView {
  const { notify: table } = settings.configuration.config;
  const { recent, lastOk, lastFailed } = store.lastDeliveries();
  const program = table?.command[0];
  const oldestMs = notifier.oldestRaisedAtMs;
  return {
    ...(program === undefined ? {} : { program }),
    events: table?.events ?? [],
    recent: recent.map(deliveryView),
    ...(lastOk === undefined ? {} : { lastOk: deliveryView(lastOk) }),
    ...(lastFailed === undefined ? {} : { lastFailed: deliveryView(lastFailed) }),
    waiting: notifier.depth,
    ...(oldestMs === undefined ? {} : { oldestWaitingAt: instant(oldestMs) }),
  };
}

function instant(unixMs: number): string {
  return new Date(unixMs).toISOString();
}
