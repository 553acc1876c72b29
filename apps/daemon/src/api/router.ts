import {
  HARNESS_VERBS,
  type HarnessVerb,
  type LogRequest,
  PATHS,
  type RunsRequest,
} from '@harness/protocol';
import { logRequestOf } from './log-query.ts';
import { Refusal } from './refusal.ts';
import { runsRequestOf } from './runs-query.ts';

/** What a request asks for. */
export type Route =
  | { readonly kind: 'status' }
  | { readonly kind: 'list' }
  | { readonly kind: 'describe'; readonly name: string }
  | { readonly kind: 'act'; readonly name: string; readonly verb: HarnessVerb }
  | { readonly kind: 'trigger'; readonly name: string }
  | { readonly kind: 'throwaway' }
  | { readonly kind: 'runs'; readonly request: RunsRequest }
  | { readonly kind: 'logs'; readonly name: string; readonly request: LogRequest }
  | { readonly kind: 'reload' }
  | { readonly kind: 'up' }
  | { readonly kind: 'down' }
  | { readonly kind: 'notifications'; readonly query: URLSearchParams }
  | { readonly kind: 'overview' }
  | { readonly kind: 'board-link' }
  | { readonly kind: 'doctor' }
  | { readonly kind: 'notify-test' }
  | { readonly kind: 'shutdown' };

const FIXED: ReadonlyMap<string, Route> = new Map<string, Route>([
  [`GET ${PATHS.status}`, { kind: 'status' }],
  [`GET ${PATHS.harnesses}`, { kind: 'list' }],
  [`GET ${PATHS.overview}`, { kind: 'overview' }],
  [`POST ${PATHS.boardLinks}`, { kind: 'board-link' }],
  [`GET ${PATHS.doctor}`, { kind: 'doctor' }],
  [`POST ${PATHS.reload}`, { kind: 'reload' }],
  [`POST ${PATHS.throwaways}`, { kind: 'throwaway' }],
  [`POST ${PATHS.up}`, { kind: 'up' }],
  [`POST ${PATHS.down}`, { kind: 'down' }],
  [`POST ${PATHS.notifyTest}`, { kind: 'notify-test' }],
  [`POST ${PATHS.shutdown}`, { kind: 'shutdown' }],
]);

/**
 * Reads a request line.
 *
 * @throws {@link Refusal} `unknown_path` or `bad_request`.
 */
export function routeOf(method: string, target: string): Route {
  const [path = '', query = ''] = target.split('?', 2);
  const route =
    FIXED.get(`${method} ${path}`) ??
    notificationsRoute(method, path, query) ??
    runsRoute(method, path, query) ??
    harnessRoute(method, path, query);
  if (route === undefined) {
    throw new Refusal('unknown_path', `the daemon has no ${method} ${path}`);
  }
  return route;
}

function notificationsRoute(method: string, path: string, query: string): Route | undefined {
  return method === 'GET' && path === PATHS.notifications
    ? { kind: 'notifications', query: new URLSearchParams(query) }
    : undefined;
}

function runsRoute(method: string, path: string, query: string): Route | undefined {
  return method === 'GET' && path === PATHS.runs
    ? { kind: 'runs', request: runsRequestOf(new URLSearchParams(query)) }
    : undefined;
}

function harnessRoute(method: string, path: string, query: string): Route | undefined {
  if (!path.startsWith(`${PATHS.harnesses}/`)) {
    return undefined;
  }
  const [encoded = '', action, ...rest] = path.slice(PATHS.harnesses.length + 1).split('/');
  if (rest.length > 0) {
    return undefined;
  }
  const name = decodeName(encoded);
  if (method === 'GET' && action === undefined) {
    return { kind: 'describe', name };
  }
  if (method === 'GET' && action === 'logs') {
    return { kind: 'logs', name, request: logRequestOf(new URLSearchParams(query)) };
  }
  if (method === 'POST' && action === 'trigger') {
    return { kind: 'trigger', name };
  }
  const verb = HARNESS_VERBS.find((known) => known === action);
  return method === 'POST' && verb !== undefined ? { kind: 'act', name, verb } : undefined;
}

function decodeName(encoded: string): string {
  try {
    return decodeURIComponent(encoded);
  } catch {
    throw new Refusal('bad_request', `${encoded} is not percent-encoded text`);
  }
}
