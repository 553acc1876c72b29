import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type HookEnd, runHook } from '@harness/hook-runner';
import { hookEnvironment, type Payload, payloadJson } from '@harness/notify-core';
import { onTestFinished } from 'vitest';

const HOOKS = new URL('../../../../hooks/', import.meta.url).pathname;

/** A message that a careless script would break on. */
export const AWKWARD = `it's "quoted" \\n & <b> $(touch /tmp/x) \`id\` — café @/etc/passwd`;

/** Runs a shipped hook as the daemon would. */
export function runShipped(
  name: string,
  words: readonly string[],
  told: Partial<Payload>,
): Promise<HookEnd> {
  const payload: Payload = { ...FAILED, ...told };
  return runHook({
    argv: [join(HOOKS, name), ...words],
    env: hookEnvironment({ PATH: '/usr/local/bin:/usr/bin:/bin' }, payload),
    stdin: payloadJson(payload),
    timeoutMs: 15_000,
  }).outcome;
}

const FAILED: Payload = {
  version: 1,
  event: 'failed',
  harness: 'claude-rc',
  host: 'kitt',
  state: 'failed',
  message: AWKWARD,
  hint: 'harness logs claude-rc',
  time: '2026-09-25T20:15:16Z',
  id: '0198-1',
  episode: 'episode-1',
  severity: 'urgent',
};

/** What a receiver has been sent. */
export interface Received {
  readonly method: string | undefined;
  readonly path: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A server on loopback that takes everything, and answers with `status`. */
export async function receiver(
  status = 200,
): Promise<{ readonly url: string; readonly received: Received[] }> {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8');
    request.on('data', (chunk: string) => {
      body += chunk;
    });
    request.on('end', () => {
      const { method, url: path, headers } = request;
      received.push({ method, path, headers, body });
      response.writeHead(status).end('no');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, received };
}

/** A folder that goes with the test. */
export function throwawayFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'shipped-hook-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
