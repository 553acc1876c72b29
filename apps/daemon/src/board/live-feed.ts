import type { IncomingMessage, ServerResponse } from 'node:http';
import { SAFE_HEADERS } from './safe-headers.ts';

/** Tells pages that something has changed, as server-sent events. */
export interface LiveFeed {
  /** Keeps a response open and tells it: `hello` at once, `change` when there is something new, `alive` in between. */
  join(request: IncomingMessage, response: ServerResponse): void;
}

/** What a feed is made from. */
export interface LiveFeedOptions {
  /** Which daemon this is; the data of `hello`. */
  readonly hello: Readonly<Record<string, string>>;
  /** Everything that pages show, as text: another text is a change. */
  readonly look: () => string;
  /** Whether whoever asked so may go on reading; looked at each time. */
  readonly mayRead: (request: IncomingMessage) => boolean;
  readonly onFault: (error: unknown) => void;
  /** How often to look while somebody reads; default a second. */
  readonly everyMs?: number;
}

// More than anybody looks at: the rest are of ways that died without a word, such as a tunnel's.
const MOST_READERS = 32;
const LOOKS_BETWEEN_SIGNS = 5;
// Whoever reads so slowly asks again when it is back.
const MOST_UNREAD_BYTES = 65_536;

/** A feed that looks while somebody reads, and does nothing while nobody does. */
export function createLiveFeed(options: LiveFeedOptions): LiveFeed {
  const { hello, look, mayRead, onFault, everyMs = 1000 } = options;
  const readers = new Map<ServerResponse, IncomingMessage>();
  let timer: NodeJS.Timeout | undefined;
  let seen = '';
  let silentLooks = 0;

  function endOver(): void {
    for (const [reader, request] of readers) {
      if (!mayRead(request)) {
        reader.end();
        remove(reader);
      }
    }
  }

  function lookAgain(): void {
    endOver();
    if (readers.size > 0) {
      tellNews();
    }
  }

  function tellNews(): void {
    let found: string;
    try {
      found = look();
    } catch (error) {
      onFault(error);
      return;
    }
    silentLooks += 1;
    if (found !== seen) {
      seen = found;
      tellAll('change');
    } else if (silentLooks >= LOOKS_BETWEEN_SIGNS) {
      tellAll('alive');
    }
  }

  function tellAll(event: string): void {
    silentLooks = 0;
    for (const reader of readers.keys()) {
      if (reader.writableLength > MOST_UNREAD_BYTES) {
        reader.destroy();
      } else {
        reader.write(eventText(event, {}));
      }
    }
  }

  function add(request: IncomingMessage, response: ServerResponse): void {
    const [longest] = readers.keys();
    if (longest !== undefined && readers.size >= MOST_READERS) {
      longest.destroy();
      remove(longest);
    }
    readers.set(response, request);
    if (timer === undefined) {
      lookAgain();
      timer = setInterval(lookAgain, everyMs).unref();
    }
  }

  function remove(response: ServerResponse): void {
    readers.delete(response);
    if (readers.size === 0) {
      clearInterval(timer);
      timer = undefined;
      seen = '';
    }
  }

  return {
    join(request, response) {
      response.writeHead(200, { ...SAFE_HEADERS, 'content-type': 'text/event-stream' });
      if (request.method === 'HEAD') {
        response.end();
        return;
      }
      response.on('close', () => remove(response));
      response.on('error', () => remove(response));
      response.write(eventText('hello', hello));
      add(request, response);
    },
  };
}

function eventText(event: string, data: object): string {
  return `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}
