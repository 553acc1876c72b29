import type { EventName, NotifiedEvent } from '@harness/notify-core';
import type { HarnessView } from './harness-view.ts';
import type { DeliveryView, HeldBackView } from './notification-view.ts';

/** `GET /v1/overview`: all that a look at the daemon begins with. Times are RFC 3339, UTC. */
export interface Overview {
  /** When it was put together. */
  readonly at: string;
  /** The host's name, as hooks are told it. */
  readonly host: string;
  readonly version: string;
  /** When the daemon started. */
  readonly startedAt: string;
  /** Every error of the configuration on disk. Empty when it is in force. */
  readonly configProblems: readonly string[];
  /** The same rows as `GET /v1/harnesses`. */
  readonly harnesses: readonly HarnessView[];
  /** What needs somebody, the oldest first. */
  readonly episodes: readonly EpisodeView[];
  /** Restarts in the last 24 hours by harness; one without a restart is absent. */
  readonly restarts: Readonly<Record<string, RestartHours>>;
  readonly hook: HookView;
}

/**
 * How often a harness was started again in each of the last 24 hours, the hour that runs last. Counted like the metric
 * `harness_restarts_total`, and also by the daemons before this one.
 */
export type RestartHours = readonly number[];

/** A trouble that is not over, whether somebody was told of it or not. */
export interface EpisodeView {
  readonly harness: string;
  readonly event: EventName;
  /** When it began. */
  readonly since: string;
  /** Redacted. Absent where nothing is known of it. */
  readonly cause?: string;
  /** What the daemon did about it, in a few words. */
  readonly did: string;
  /** Commands that help, the likeliest first; at least one. */
  readonly commands: readonly string[];
  /** The newest notification of it; absent where there was none. */
  readonly told?: DeliveryView | HeldBackView;
}

/** How the notify hook is doing. */
export interface HookView {
  /** Its program, `argv[0]`; absent where no hook is configured. */
  readonly program?: string;
  /** What it is told of; empty where no hook is configured. */
  readonly events: readonly NotifiedEvent[];
  /** The last deliveries to end, at most ten, the last first. */
  readonly recent: readonly DeliveryView[];
  readonly lastOk?: DeliveryView;
  readonly lastFailed?: DeliveryView;
  /** How many notifications wait for a worker. */
  readonly waiting: number;
  /** When the one that has waited longest arose. */
  readonly oldestWaitingAt?: string;
}

/** Answer of `POST /v1/board-links`. */
export interface BoardLinkAnswer {
  /** Logs a browser in, once. */
  readonly url: string;
  /** When it stops to do so. */
  readonly expiresAt: string;
}
