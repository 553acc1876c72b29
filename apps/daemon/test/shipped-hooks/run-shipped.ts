import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type HookEnd, type RunningHook, runHook } from '@harness/hook-runner';
import { hookEnvironment, type Payload, payloadJson } from '@harness/notify-core';
import { onTestFinished } from 'vitest';

const HOOKS = new URL('../../../../hooks/', import.meta.url).pathname;

/** What differs from a `failed`; undefined takes a key away. */
export type Told = { readonly [Key in keyof Payload]?: Payload[Key] | undefined };

/** The names of all that are shipped. */
export const SHIPPED: readonly string[] = readdirSync(HOOKS);

/** What `harness doctor` sees of a hook that has done its work. */
export const DONE = { detail: { kind: 'exited', code: 0 } } as const;

/** What a `recovered` tells, which has no episode of its own. */
export const RECOVERED: Told = {
  event: 'recovered',
  state: 'running',
  message: 'back, with "resolves":["episode-9"] in its text',
  id: '0198-2',
  episode: undefined,
  resolves: ['episode-1'],
  severity: 'info',
};

/** A message that a careless script would break on. */
export const AWKWARD = `it's "quoted" \\n & <b> $(touch /tmp/x) \`id\` — café @/etc/passwd`;

/** Beside what is told: the daemon's environment, and how long the hook may run. */
export interface Circumstances {
  readonly env?: Readonly<Record<string, string>>;
  /** Default 15 s, as for a daemon. */
  readonly timeoutMs?: number;
}

/** Runs a shipped hook as the daemon would. */
export function runShipped(
  name: string,
  words: readonly string[],
  told: Told,
  circumstances: Circumstances = {},
): Promise<HookEnd> {
  return startShipped(name, words, told, circumstances).outcome;
}

/** Starts a shipped hook as the daemon would. */
export function startShipped(
  name: string,
  words: readonly string[],
  told: Told,
  { env = {}, timeoutMs = 15_000 }: Circumstances = {},
): RunningHook {
  const payload = { ...FAILED, ...told } as Payload;
  return runHook({
    argv: [join(HOOKS, name), ...words],
    env: hookEnvironment({ PATH: '/usr/local/bin:/usr/bin:/bin', ...env }, payload),
    stdin: payloadJson(payload),
    timeoutMs,
  });
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

/** A file of one test, with a mode that suits a secret. */
export function throwawayFile(text: string, name = 'secret'): string {
  const file = join(throwawayFolder(), name);
  writeFileSync(file, text, { mode: 0o600 });
  return file;
}
