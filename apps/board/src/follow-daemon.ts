import { isLoggedIn } from './ask.ts';

/** How things stand between this page and the daemon. */
export type Contact =
  | { readonly kind: 'connecting' }
  | { readonly kind: 'live' }
  /** Nothing was heard since then; what is shown is what was known. */
  | { readonly kind: 'stale'; readonly sinceMs: number }
  | { readonly kind: 'logged_out' };

/** What a page hears of its daemon. */
export interface Listener {
  readonly contact: (contact: Contact) => void;
  /** What is shown may be another now. */
  readonly changed: () => void;
  /** It lives: what no change is told of, such as a log, may be another now. */
  readonly alive: () => void;
}

// Signs of life come every 5 s.
const SILENCE_MS = 12_000;
const RETRY_MS = 1_000;

/**
 * Follows the daemon while the page can be seen, through its restarts; gives what ends that. A page in the background
 * holds no connection, for a browser has few for one host, and is stale: its title is still seen.
 */
export function followDaemon({ contact, changed, alive }: Listener): () => void {
  let source: EventSource | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let release: string | undefined;
  let heardMs = Date.now();

  function wait(work: () => void, ms: number): void {
    clearTimeout(timer);
    timer = setTimeout(work, ms);
  }

  function heard(): void {
    heardMs = Date.now();
    contact({ kind: 'live' });
    alive();
    wait(lost, SILENCE_MS);
  }

  function open(): void {
    close();
    const next = new EventSource('/v1/events');
    source = next;
    next.addEventListener('hello', ({ data }: MessageEvent<string>) => {
      const { version }: { version: string } = JSON.parse(data);
      if (release !== undefined && version !== release) {
        // Another release has another page.
        location.reload();
      }
      release = version;
      heard();
      changed();
    });
    next.addEventListener('change', () => {
      heard();
      changed();
    });
    next.addEventListener('alive', heard);
    next.addEventListener('error', lost);
    wait(lost, SILENCE_MS);
  }

  function close(): void {
    clearTimeout(timer);
    source?.close();
    source = undefined;
  }

  function lost(): void {
    close();
    contact({ kind: 'stale', sinceMs: heardMs });
    isLoggedIn().then(
      (isKnown) => (isKnown ? wait(openIfSeen, RETRY_MS) : contact({ kind: 'logged_out' })),
      () => wait(openIfSeen, RETRY_MS),
    );
  }

  function openIfSeen(): void {
    if (document.visibilityState === 'visible') {
      open();
    } else {
      close();
      contact({ kind: 'stale', sinceMs: heardMs });
    }
  }

  document.addEventListener('visibilitychange', openIfSeen);
  openIfSeen();
  return () => {
    document.removeEventListener('visibilitychange', openIfSeen);
    close();
  };
}
