import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** What a test's server saw of a request. */
export interface Seen {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** A folder that is gone after the test. */
export function throwawayFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'harness-protocol-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A real HTTP server on a Unix socket; gives what it saw, in order. */
export async function answering(
  socket: string,
  answer: (response: ServerResponse, seen: Seen, count: number) => void,
): Promise<readonly Seen[]> {
  const all: Seen[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) {
      body += String(chunk);
    }
    const { method, url, headers } = request;
    const seen = { method, url, headers, body };
    all.push(seen);
    answer(response, seen, all.length);
  });
  await new Promise<void>((resolve) => server.listen(socket, resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return all;
}

/** Ends a response with JSON. */
export function json(response: ServerResponse, value: object, status = 200, version = '1'): void {
  response.writeHead(status, { 'x-harness-protocol': version }).end(JSON.stringify(value));
}
