import type { RunsRequest } from './run-view.ts';

/** The header that both sides send, and the version it carries. */
export const PROTOCOL_HEADER = 'x-harness-protocol';

/** The version of the local API. A rename or removal raises it; additions do not. */
export const PROTOCOL_VERSION = '1';

/** The verbs that a harness takes as `POST /v1/harnesses/NAME/VERB`. */
export const HARNESS_VERBS = ['start', 'stop', 'restart'] as const;

/** One of {@link HARNESS_VERBS}. */
export type HarnessVerb = (typeof HARNESS_VERBS)[number];

/** The paths without a name in them. */
export const PATHS = {
  status: '/v1/status',
  harnesses: '/v1/harnesses',
  reload: '/v1/reload',
  up: '/v1/up',
  down: '/v1/down',
  notifications: '/v1/notifications',
  runs: '/v1/runs',
  throwaways: '/v1/throwaways',
  overview: '/v1/overview',
  boardLinks: '/v1/board-links',
  doctor: '/v1/doctor',
  notifyTest: '/v1/notify-test',
  shutdown: '/v1/shutdown',
} as const;

/** `/v1/harnesses/NAME`, the name percent-encoded (a project's name holds a slash). */
export function harnessPath(name: string): string {
  return `${PATHS.harnesses}/${encodeURIComponent(name)}`;
}

/** `/v1/harnesses/NAME/start|stop|restart`. */
export function verbPath(name: string, verb: HarnessVerb): string {
  return `${harnessPath(name)}/${verb}`;
}

/** `/v1/harnesses/NAME/trigger`. */
export function triggerPath(name: string): string {
  return `${harnessPath(name)}/trigger`;
}

/** `/v1/runs` with its query. */
export function runsPath(request: RunsRequest): string {
  return `${PATHS.runs}?${queryOf(request)}`;
}

/** Which lines of a log are asked for. */
export interface LogRequest {
  /** How many of the last lines come first. */
  readonly lines: number;
  /** Whether the stream goes on with what is printed from now on; of one run, until that ends. */
  readonly follow: boolean;
  /** Of this run alone. */
  readonly run?: number;
  /** What the terminal shows now, instead of the log. */
  readonly screen?: true;
}

/** `/v1/harnesses/NAME/logs` with its query. */
export function logsPath(name: string, request: LogRequest): string {
  const { lines, follow, run, screen } = request;
  const query = [
    ...(follow ? ['follow=1'] : []),
    ...(run === undefined ? [] : [`run=${run}`]),
    ...(screen === undefined ? [] : ['screen=1']),
    `lines=${lines}`,
  ];
  return `${harnessPath(name)}/logs?${query.join('&')}`;
}

/** Which entries of the notification history are asked for; an absent field filters nothing. */
export interface NotificationsRequest {
  readonly harness?: string;
  readonly event?: string;
  readonly result?: string;
  /** Only what happened at or after this, RFC 3339. */
  readonly since?: string;
  /** Only entries with a lower `row`: the next page. */
  readonly before?: number;
  /** How many of the newest. */
  readonly lines: number;
}

/** `/v1/notifications` with its query. */
export function notificationsPath(request: NotificationsRequest): string {
  return `${PATHS.notifications}?${queryOf(request)}`;
}

function queryOf(request: object): string {
  const given = Object.entries(request).map(([key, value]): [string, string] => [
    key,
    String(value),
  ]);
  return new URLSearchParams(given).toString();
}
