import { hostname } from 'node:os';
import type { EpisodeView, HookView, Overview } from '@harness/protocol';
import type { Control } from '../api/control.ts';
import { deliveryView } from '../notify/read-history.ts';
import type { Parts } from '../parts.ts';
import { findTold, type Told } from './find-told.ts';
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
    episodes: openEpisodes(parts, sources),
    restarts: restarts.counts(clock.nowMs()),
    hook: hookOf(parts),
  };
}

function openEpisodes(parts: Parts, sources: OverviewSources): readonly EpisodeView[] {
  const found = openTroubles(parts).map((trouble) => inTime(trouble, parts));
  const told = findTold(found, sources);
  return found
    .map((one) => episodeOf(one, told(one)))
    .toSorted((a, b) => Date.parse(a.since) - Date.parse(b.since));
}

/** A trouble, when its alert began, and from when on it can have been told of. */
interface TroubleInTime {
  readonly trouble: Trouble;
  readonly alertMs: number | undefined;
  readonly fromMs: number | undefined;
}

function inTime(trouble: Trouble, { notifier }: Parts): TroubleInTime {
  const { harness, event, sinceMs } = trouble;
  const alert = notifier.openAlerts(harness).find((one) => one.event === event);
  // What was told of an earlier trouble, which is over, says nothing of this one.
  const fromMs = alert === undefined && sinceMs !== undefined ? sinceMs - SLACK_MS : undefined;
  return { trouble, alertMs: alert?.sinceMs, fromMs };
}

// What the clocks round.
const SLACK_MS = 10;

function episodeOf({ trouble, alertMs }: TroubleInTime, told: ReturnType<Told>): EpisodeView {
  const { harness, event, sinceMs, stateSinceMs, cause, did, commands } = trouble;
  const toldMs = told && Date.parse(told.kind === 'delivery' ? told.raisedAt : told.firstAt);
  return {
    harness,
    event: told?.event === 'intent_lost' ? told.event : event,
    since: instant(alertMs ?? sinceMs ?? toldMs ?? stateSinceMs),
    ...(cause === undefined ? {} : { cause }),
    did,
    commands,
    ...(told === undefined ? {} : { told }),
  };
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
