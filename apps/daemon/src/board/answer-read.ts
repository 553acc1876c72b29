import type { IncomingMessage, ServerResponse } from 'node:http';
import { Refusal } from '../api/refusal.ts';
import { type Route, routeOf } from '../api/router.ts';
import { resultOf, streamLogs } from '../api/server.ts';
import type { Desk } from './answer-request.ts';
import { SAFE_HEADERS } from './safe-headers.ts';

/** The calls of the local API that only look. */
const READS: ReadonlySet<Route['kind']> = new Set<Route['kind']>([
  'status',
  'overview',
  'list',
  'describe',
  'runs',
  'notifications',
]);

const JSON_HEADERS = { ...SAFE_HEADERS, 'content-type': 'application/json' };
const TEXT_HEADERS = { ...SAFE_HEADERS, 'content-type': 'text/plain; charset=utf-8' };

/** Answers `GET /v1/…` as the local API does, as far as that only looks. */
export function answerRead(
  { control, admit, onFault }: Desk,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  read().catch((error: unknown) => {
    if (!(error instanceof Refusal)) {
      onFault(error);
    }
    if (response.headersSent) {
      response.destroy();
    } else {
      send(error instanceof Refusal ? error : new Refusal('internal', 'see the log'));
    }
  });

  function send(refusal: Refusal): void {
    response.writeHead(refusal.status, JSON_HEADERS);
    response.end(admit(JSON.stringify({ error: refusal.facts })));
  }

  async function read(): Promise<void> {
    const route = routeOf('GET', request.url ?? '');
    if (route.kind === 'logs' && !route.request.follow) {
      await streamLogs(control, route, response, TEXT_HEADERS);
    } else if (route.kind !== 'logs' && route.kind !== 'throwaway' && READS.has(route.kind)) {
      const body = admit(JSON.stringify(await resultOf(control, route, request)));
      response.writeHead(200, JSON_HEADERS).end(body);
    } else {
      throw new Refusal('unknown_path', 'the board only looks');
    }
  }
}
