import { once } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import {
  PROTOCOL_HEADER,
  PROTOCOL_VERSION,
  type ThrowawayMessage,
  type ThrowawayRequest,
} from '@harness/protocol';
import { http } from '@harness/protocol/lean-http';
import type { Control } from './control.ts';
import { historyFilterOf } from './history-query.ts';
import { Refusal } from './refusal.ts';
import {
  readNotifyTestRequest,
  readProjectRequest,
  readThrowawayRequest,
  readTriggerRequest,
} from './request-body.ts';
import { type Route, routeOf } from './router.ts';

export interface ApiServerOptions {
  /** The border: every answer goes through it, for argv and other configuration is in them as it was written. */
  readonly admit: (text: string) => string;
  readonly onFault: (error: unknown) => void;
}

/** Serves {@link Control} as JSON over HTTP; where it listens is the caller's choice. */
export function createApiServer(control: Control, { admit, onFault }: ApiServerOptions): Server {
  return http.createServer((request, response) => {
    const send: Send = (status, body) => {
      const text = admit(JSON.stringify(body));
      response.writeHead(status, {
        ...HEADERS,
        'content-type': 'application/json',
        // By which a caller tells an answer that broke off.
        'content-length': Buffer.byteLength(text),
      });
      response.end(text);
    };
    answer(control, request, response, send).catch((error: unknown) => {
      const refusal = error instanceof Refusal ? error : internal(error, onFault);
      if (response.headersSent) {
        response.destroy();
      } else {
        send(refusal.status, { error: refusal.facts });
      }
    });
  });
}

type Send = (status: number, body: object) => void;

async function answer(
  control: Control,
  request: IncomingMessage,
  response: ServerResponse,
  send: Send,
): Promise<void> {
  refuseOtherProtocol(request);
  const route = routeOf(request.method ?? '', request.url ?? '');
  if (route.kind === 'logs') {
    await streamLogs(control, route, response);
    return;
  }
  if (route.kind === 'throwaway') {
    await streamThrowaway(control, await readThrowawayRequest(request), response);
    return;
  }
  send(200, await resultOf(control, route, request));
  if (route.kind === 'shutdown') {
    control.shutdown();
  }
}

/** What a call answers whose answer is one JSON object. @throws {@link Refusal} */
export async function resultOf(
  control: Control,
  route: Exclude<Route, { kind: 'logs' | 'throwaway' }>,
  request: IncomingMessage,
): Promise<object> {
  switch (route.kind) {
    case 'status':
      return control.status();
    case 'list':
      return control.list();
    case 'describe':
      return { harness: control.describe(route.name) };
    case 'act':
      return { harness: await control.act(route.name, route.verb) };
    case 'trigger':
      return { run: await control.trigger(route.name, await readTriggerRequest(request)) };
    case 'runs':
      return { runs: control.runs(route.request) };
    case 'reload':
      return { changed: await control.reload('harness reload') };
    case 'up':
      return { project: control.up((await readProjectRequest(request)).folder) };
    case 'down':
      return { project: await control.down((await readProjectRequest(request)).folder) };
    case 'notifications':
      return control.notifications(historyFilterOf(route.query));
    case 'overview':
      return await control.overview();
    case 'board-link':
      return await control.boardLink();
    case 'doctor':
      return { checks: await control.doctor() };
    case 'notify-test':
      return { test: await control.notifyTest(await readNotifyTestRequest(request)) };
    case 'shutdown':
      return {};
  }
}

/** Answers with lines of a log. @throws {@link Refusal} Nothing was sent then. */
export async function streamLogs(
  control: Control,
  route: Extract<Route, { kind: 'logs' }>,
  response: ServerResponse,
  headers: Headers = TEXT_HEADERS,
): Promise<void> {
  const gone = new AbortController();
  response.on('close', () => gone.abort());
  const sink = (text: string): Promise<void> => write(response, text, headers);
  await control.logs(route.name, route.request, sink, gone.signal);
  response.end();
}

async function streamThrowaway(
  control: Control,
  wanted: ThrowawayRequest,
  response: ServerResponse,
): Promise<void> {
  const gone = new AbortController();
  response.on('close', () => gone.abort());
  const sink = (message: ThrowawayMessage): Promise<void> =>
    write(response, `${JSON.stringify(message)}\n`, STREAM_HEADERS);
  await control.throwaway(wanted, sink, gone.signal);
  response.end();
}

async function write(response: ServerResponse, text: string, headers: Headers): Promise<void> {
  if (!response.headersSent) {
    response.writeHead(200, headers);
    response.flushHeaders();
  }
  if (!response.destroyed && !response.write(text)) {
    await Promise.race([once(response, 'drain'), once(response, 'close')]);
  }
}

function refuseOtherProtocol({ headers }: IncomingMessage): void {
  const theirs = headers[PROTOCOL_HEADER];
  if (theirs !== undefined && theirs !== PROTOCOL_VERSION) {
    throw new Refusal(
      'protocol_mismatch',
      `the daemon speaks protocol ${PROTOCOL_VERSION}, the command ${String(theirs)}`,
      { hint: 'use the harness command of the same installation as the daemon' },
    );
  }
}

function internal(error: unknown, onFault: (error: unknown) => void): Refusal {
  onFault(error);
  return new Refusal('internal', 'the daemon met a fault of its own', {
    hint: 'its log says which',
  });
}

type Headers = Readonly<Record<string, string>>;

const HEADERS = { [PROTOCOL_HEADER]: PROTOCOL_VERSION, 'cache-control': 'no-store' };
const TEXT_HEADERS: Headers = { ...HEADERS, 'content-type': 'text/plain; charset=utf-8' };
const STREAM_HEADERS: Headers = { ...HEADERS, 'content-type': 'application/x-ndjson' };
