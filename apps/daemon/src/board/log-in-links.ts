import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** Links that log a browser in. */
export interface LogInLinks {
  /** A token of 256 random bits, good once and for `leftMs`. */
  issue(): { readonly token: string; readonly leftMs: number };
  /** Whether a token is good; it is no more after that. */
  redeem(token: string): boolean;
}

/** How long a link is good. */
const LINK_MS = 120_000;

const TOKEN_BYTES = 32;
// Whoever asks for more has lost the first ones.
const MOST_LINKS = 16;

/** @param nowMs - A clock that never steps. */
export function createLogInLinks(nowMs: () => number): LogInLinks {
  let issued: readonly { readonly digest: Buffer; readonly untilMs: number }[] = [];

  function good(): typeof issued {
    return issued.filter(({ untilMs }) => untilMs > nowMs());
  }

  return {
    issue() {
      const token = randomBytes(TOKEN_BYTES).toString('base64url');
      const link = { digest: digestOf(token), untilMs: nowMs() + LINK_MS };
      issued = [...good(), link].slice(-MOST_LINKS);
      return { token, leftMs: LINK_MS };
    },
    redeem(token) {
      const shown = digestOf(token);
      const left = good();
      issued = left.filter(({ digest }) => !timingSafeEqual(digest, shown));
      return issued.length < left.length;
    },
  };
}

function digestOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
