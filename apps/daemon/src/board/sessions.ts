import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { SessionKey } from './kept-key.ts';
import { cameByTls } from './trusted-request.ts';

/** Who may look at the board: a signed cookie, of which nothing is kept here. */
export interface Sessions {
  /** The `Set-Cookie` header that begins a session for whoever asks. */
  begin(request: IncomingMessage): string;
  /** Whether a request belongs to a session. */
  has(request: IncomingMessage): boolean;
}

const SESSION_MS = 7 * 24 * 3_600_000;

/** @param wallMs - The wall clock: a session outlives the daemon. */
export function createSessions(key: SessionKey, wallMs: () => number): Sessions {
  function sign(text: string): Buffer {
    return createHmac('sha256', key()).update(`board session ${text}`).digest();
  }

  function isGood(value: string): boolean {
    const [until = '', salt = '', signature = ''] = value.split('.');
    const shown = Buffer.from(signature, 'base64url');
    const due = sign(`${until}.${salt}`);
    return shown.length === due.length && timingSafeEqual(shown, due) && Number(until) > wallMs();
  }

  return {
    begin(request) {
      const text = `${wallMs() + SESSION_MS}.${randomBytes(16).toString('base64url')}`;
      const value = `${text}.${sign(text).toString('base64url')}`;
      const secure = cameByTls(request) ? '; Secure' : '';
      return `${cookieName(request)}=${value}; Path=/; Max-Age=${SESSION_MS / 1000}; HttpOnly; SameSite=Strict${secure}`;
    },
    has: (request) => cookies(request, cookieName(request)).some(isGood),
  };
}

/** A browser keeps the cookies of a host whatever the port: the daemons of two users must not take each other's. */
function cookieName({ headers }: IncomingMessage): string {
  return `harness_board_${/:(\d+)$/.exec(headers.host ?? '')?.[1] ?? ''}`;
}

function cookies({ headers }: IncomingMessage, name: string): readonly string[] {
  return (headers.cookie ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1));
}
