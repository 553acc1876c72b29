import { createHash, timingSafeEqual } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { isLoopback } from '@harness/harness-config';
import type { Exposition } from '@harness/notify-metrics';
import { http } from '@harness/protocol/lean-http';

/** Where the listener stands. */
export type ListenerState =
  | { readonly kind: 'off' }
  | {
      readonly kind: 'listening';
      readonly address: string;
      readonly host: string;
      /** The one that the system picked, where it was asked to. */
      readonly port: number;
    }
  | { readonly kind: 'failed'; readonly address: string; readonly reason: string };

/** @property tokenFile - Holds the bearer token that every request must show; no token where it is absent. */
export interface ListenAt {
  readonly host: string;
  readonly port: number;
  readonly tokenFile?: string;
}

/** What `/metrics` answers with, in the format that an `Accept` header prefers. */
export type Expose = (accept: string | undefined) => Promise<Exposition>;

export interface Listener {
  readonly state: ListenerState;
  /** Listens there, or nowhere; settles when that is done or has failed. Never rejects. */
  move(to: ListenAt | undefined): Promise<ListenerState>;
  close(): void;
}

/** Answers a GET or HEAD for any path but those of the listener itself. */
export type AnswerRest = (request: IncomingMessage, response: ServerResponse) => void;

/** Serves `GET /metrics` and `GET /healthz`, and hands on the rest. A port that is taken is a state, not an error. */
export function createListener(expose: Expose, rest: AnswerRest): Listener {
  let server: Server | undefined;
  let state: ListenerState = { kind: 'off' };

  function close(): void {
    server?.close();
    server?.closeAllConnections();
    server = undefined;
    state = { kind: 'off' };
  }

  return {
    get state() {
      return state;
    },
    async move(to) {
      close();
      const opened = to === undefined ? undefined : await open(expose, rest, to);
      server = opened?.server;
      state = opened?.state ?? { kind: 'off' };
      return state;
    },
    close,
  };
}

interface Opened {
  readonly state: ListenerState;
  readonly server?: Server;
}

async function open(expose: Expose, rest: AnswerRest, to: ListenAt): Promise<Opened> {
  const address = addressOf(to);
  try {
    const token = to.tokenFile === undefined ? undefined : await readToken(to.tokenFile);
    if (token === undefined && !isLoopback(to.host)) {
      throw new Error('off loopback it needs [server] metrics_token_file');
    }
    const server = http.createServer((request, response) =>
      answer({ expose, rest, token }, request, response),
    );
    const port = await listen(server, to);
    const { host } = to;
    return {
      state: { kind: 'listening', address: addressOf({ host, port }), host, port },
      server,
    };
  } catch (error) {
    return { state: { kind: 'failed', address, reason: reasonOf(error) } };
  }
}

function addressOf({ host, port }: Pick<ListenAt, 'host' | 'port'>): string {
  return `${host.includes(':') ? `[${host}]` : host}:${port}`;
}

async function readToken(file: string): Promise<string> {
  const token = (await readFile(file, 'utf8')).trim();
  if (token === '') {
    throw new Error(`${file} holds no token`);
  }
  return token;
}

/** Settles with the port. */
function listen(server: Server, { host, port }: ListenAt): Promise<number> {
  return new Promise((resolve, reject) => {
    server.on('error', reject);
    server.listen(port, host, () => {
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : port);
    });
  });
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) {
    return String(error);
  }
  const code = 'code' in error ? String(error.code) : '';
  const known: Readonly<Record<string, string>> = {
    EADDRINUSE: 'the port is taken',
    EACCES: 'this user may not listen there',
    EADDRNOTAVAIL: 'this host has no such address',
  };
  return known[code] ?? error.message;
}

interface Answers {
  readonly expose: Expose;
  readonly rest: AnswerRest;
  readonly token: string | undefined;
}

function answer(
  { expose, rest, token }: Answers,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const path = (request.url ?? '').split('?', 1)[0];
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.writeHead(405, { allow: 'GET, HEAD' }).end();
  } else if (path === '/healthz') {
    response.writeHead(200, { 'content-type': 'text/plain' }).end('ok\n');
  } else if (path !== '/metrics') {
    rest(request, response);
  } else if (token !== undefined && !shows(request, token)) {
    response.writeHead(401, { 'www-authenticate': 'Bearer' }).end();
  } else {
    show(expose, request, response);
  }
}

function show(expose: Expose, { headers }: IncomingMessage, response: ServerResponse): void {
  expose(headers.accept).then(
    ({ contentType, text }) =>
      response.writeHead(200, { 'content-type': contentType, vary: 'accept' }).end(text),
    () => response.writeHead(500).end(),
  );
}

function shows(request: IncomingMessage, token: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(request.headers.authorization ?? ''), digest(`Bearer ${token}`));
}
