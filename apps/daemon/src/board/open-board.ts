import { join } from 'node:path';
import type { BoardLinkAnswer } from '@harness/protocol';
import { createControl } from '../control.ts';
import type { Parts } from '../parts.ts';
import { answerRequest, type Desk } from './answer-request.ts';
import { keptKey } from './kept-key.ts';
import type { Board } from './lazy-board.ts';
import { boardAddress } from './link-address.ts';
import { createLiveFeed } from './live-feed.ts';
import { createLogInLinks } from './log-in-links.ts';
import { presentMoment } from './present-moment.ts';
import { createSessions } from './sessions.ts';

/** The board of this daemon: it reads through the same functions as the local API, and changes nothing. */
export function openBoard(parts: Parts): Board {
  const { settings, clock, listener, version, startedMs } = parts;
  const { folder, border, log } = settings;
  const control = createControl(parts);
  const links = createLogInLinks(clock.nowMs);
  const sessions = createSessions(keptKey(join(folder.path, 'board.key')), clock.wallMs);
  const desk: Desk = {
    control,
    admit: border.admit,
    links,
    sessions,
    feed: createLiveFeed({
      hello: { version, startedAt: new Date(startedMs).toISOString() },
      look: () => presentMoment(parts, control),
      mayRead: sessions.has,
      onFault: (error) => log.error({ err: error }, 'board: it cannot be seen what changed'),
    }),
    onFault: (error) => log.error({ err: error }, 'board: a request failed'),
  };

  function link(): BoardLinkAnswer {
    const address = boardAddress(listener.state);
    const { token, leftMs } = links.issue();
    return {
      url: `http://${address}/log-in/${token}`,
      expiresAt: new Date(clock.wallMs() + leftMs).toISOString(),
    };
  }

  return {
    answer: (request, response) => answerRequest(desk, request, response),
    link: async () => link(),
  };
}
