import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Check, HarnessDetail, HarnessView, Status } from '@harness/protocol';
import { onTestFinished } from 'vitest';
import type { Home } from './home.ts';

/** One answer: a status and what goes out as JSON, or a function that writes by itself. */
export type Answer = readonly [number, object] | ((response: ServerResponse, body: string) => void);

/** A daemon that says what a test wants, on the socket of that test's home; gives what it was asked. */
export async function fakeDaemon(
  home: Home,
  answers: Readonly<Record<string, Answer>>,
): Promise<readonly string[]> {
  const asked: string[] = [];
  const server = createServer(async (request, response) => {
    const body = await textOf(request);
    const line = `${request.method} ${request.url}`;
    asked.push(body === '' || body === '{}' ? line : `${line} ${body}`);
    response.setHeader('x-harness-protocol', '1');
    const answer = answers[line] ?? STANDARD[line] ?? unknown(line);
    if (typeof answer === 'function') {
      answer(response, body);
    } else {
      response.writeHead(answer[0]).end(JSON.stringify(answer[1]));
    }
  });
  await new Promise<void>((resolve) => server.listen(home.socket, resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return asked;
}

/** What a daemon says of itself. */
export const STATUS: Status = {
  pid: 4242,
  version: '0.0.0',
  startedAt: '2026-09-25T20:15:16Z',
  stateFolder: '/state',
  socket: '/run/harness.sock',
  configFile: '/etc/harness.toml',
  state: 'ready',
  configProblems: [],
};

/** A harness that runs, and what a test wants to be different. */
export function view(more: Partial<HarnessView> = {}): HarnessView {
  return {
    name: 'worker',
    kind: 'command',
    state: 'running',
    intent: 'on',
    pid: 77,
    since: '2026-09-25T20:15:16Z',
    restarts: 0,
    source: '/etc/harness.toml',
    ...more,
  };
}

/** The same in full. */
export function detail(more: Partial<HarnessDetail> = {}): HarnessDetail {
  return {
    ...view(),
    argv: ['/usr/bin/agent', '--say', "it's me"],
    workdir: '/home/me',
    tty: false,
    restart: 'always',
    restartDelayMs: 1000,
    logFile: '/state/logs/worker.log',
    alerts: [],
    ...more,
  };
}

/** A row of the doctor. */
export function check(more: Partial<Check> = {}): Check {
  return { check: 'notify', status: 'ok', detail: '/hook, last delivery ok', ...more };
}

/** The answer that an unknown name gets. */
export const UNKNOWN: Answer = [
  404,
  {
    error: {
      code: 'unknown_harness',
      message: 'no harness `wroker`',
      suggestions: ['worker'],
    },
  },
];

const STANDARD: Readonly<Record<string, Answer>> = { 'GET /v1/status': [200, STATUS] };

function unknown(line: string): Answer {
  return [404, { error: { code: 'unknown_path', message: `the daemon has no ${line}` } }];
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) {
    text += String(chunk);
  }
  return text;
}
