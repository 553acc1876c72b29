import type { IncomingMessage, ServerResponse } from 'node:http';
import type { BoardLinkAnswer } from '@harness/protocol';
import { Refusal } from '../api/refusal.ts';

/** The board, as the rest of the daemon knows it. */
export interface Board {
  /** Answers a GET or HEAD for which the metrics listener has no answer of its own. */
  answer(request: IncomingMessage, response: ServerResponse): void;
  /**
   * Makes a link that logs a browser in once.
   *
   * @throws {@link Refusal} `board_off` where no board is served, and why.
   */
  link(): Promise<BoardLinkAnswer>;
}

/** What a lazy board is made from. */
export interface LazyBoardOptions {
  /** Whether the configuration in force wants a board. */
  readonly isOn: () => boolean;
  /** Makes the real one. */
  readonly open: () => Promise<Board>;
  readonly onFault: (error: unknown) => void;
}

/** A board whose code is loaded when somebody asks for it: a daemon that nobody looks at is no larger for it. */
export function createLazyBoard({ isOn, open, onFault }: LazyBoardOptions): Board {
  let opening: Promise<Board> | undefined;

  function opened(): Promise<Board> {
    opening ??= open().catch((error: unknown) => {
      opening = undefined;
      throw error;
    });
    return opening;
  }

  return {
    answer(request, response) {
      if (!isOn()) {
        response.writeHead(404, { 'content-type': 'text/plain' }).end('not found\n');
        return;
      }
      opened().then(
        (board) => board.answer(request, response),
        (error: unknown) => {
          onFault(error);
          response.writeHead(503, { 'content-type': 'text/plain' }).end('no board: see the log\n');
        },
      );
    },
    async link() {
      if (!isOn()) {
        throw new Refusal('board_off', 'the board is off: [server] board = false', {
          hint: 'set [server] board = true, then `harness reload`',
        });
      }
      return await (await opened()).link();
    },
  };
}
