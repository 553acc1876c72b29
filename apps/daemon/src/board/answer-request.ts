import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Control } from '../api/control.ts';
import { answerRead } from './answer-read.ts';
import type { LiveFeed } from './live-feed.ts';
import type { LogInLinks } from './log-in-links.ts';
import { sendPageFile } from './page-files.ts';
import { sendLoggedIn, sendPlainPage } from './plain-page.ts';
import { SAFE_HEADERS } from './safe-headers.ts';
import type { Sessions } from './sessions.ts';
import { distrust } from './trusted-request.ts';

/** What requests for the board are answered with. */
export interface Desk {
  readonly control: Control;
  /** The border, for what is in answers as the configuration wrote it. */
  readonly admit: (text: string) => string;
  readonly links: LogInLinks;
  readonly sessions: Sessions;
  readonly feed: LiveFeed;
  readonly onFault: (error: unknown) => void;
}

const LOG_IN = '/log-in/';

/** Answers one GET or HEAD. Never throws; nothing that it answers changes anything but who is logged in. */
export function answerRequest(
  desk: Desk,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const why = distrust(request);
  const path = (request.url ?? '').split('?', 1)[0] ?? '';
  if (why !== undefined) {
    response.writeHead(403, { ...SAFE_HEADERS, 'content-type': 'text/plain' }).end(`${why}\n`);
  } else if (path.startsWith(LOG_IN)) {
    logIn(desk, path.slice(LOG_IN.length), request, response);
  } else if (!desk.sessions.has(request)) {
    sendPlainPage(response, 401, {
      title: 'Log in',
      text: 'Run <code>harness open</code> on the host: it prints a link that logs you in.',
    });
  } else if (path === '/v1/events') {
    desk.feed.join(request, response);
  } else if (path.startsWith('/v1/')) {
    answerRead(desk, request, response);
  } else {
    sendPageOrNothing(desk, path, request, response);
  }
}

function logIn(
  { links, sessions }: Desk,
  token: string,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  // Whatever looks ahead at links must not use them up.
  if (request.method === 'GET' && links.redeem(token)) {
    sendLoggedIn(response, sessions.begin(request));
    return;
  }
  sendPlainPage(response, 403, {
    title: 'This link is over',
    text: 'A link works once, for two minutes. Run <code>harness open</code> for another.',
  });
}

function sendPageOrNothing(
  { onFault }: Desk,
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  sendPageFile(path, request, response).then(
    (sent) => {
      if (!sent) {
        sendPlainPage(response, 404, { title: 'Not found', text: '<a href="/">To the board</a>' });
      }
    },
    (error: unknown) => {
      onFault(error);
      sendPlainPage(response, 503, {
        title: 'No board',
        text: 'The page is not in this build: build it with <code>pnpm build</code>.',
      });
    },
  );
}
