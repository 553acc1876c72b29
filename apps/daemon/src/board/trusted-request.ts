import type { IncomingMessage } from 'node:http';
import { isLoopback } from '@harness/harness-config';

/**
 * Why a request is not answered, in words; undefined where it may be. What comes in beyond loopback travels in the
 * clear; a name that leads here but is not this machine's is DNS rebinding; a page of another origin has no business here.
 */
export function distrust({ headers, socket }: IncomingMessage): string | undefined {
  if (!isLocal(socket.localAddress) || !isLocal(socket.remoteAddress)) {
    return 'without TLS in front of it the board is served on loopback only';
  }
  if (FORWARDED.some((name) => name in headers) && !cameByTls({ headers })) {
    return 'a proxy in front of the board ends TLS and sends X-Forwarded-Proto: https';
  }
  const host = headers.host ?? '';
  if (!isLoopback(nameIn(host))) {
    return 'the board is asked for as localhost or by an address of loopback';
  }
  const { origin } = headers;
  if (origin !== undefined && origin !== `http://${host}` && origin !== `https://${host}`) {
    return 'the board answers no page but its own';
  }
  const site = headers['sec-fetch-site'];
  const isForeign = site !== undefined && site !== 'same-origin' && site !== 'none';
  return isForeign && headers['sec-fetch-mode'] !== 'navigate'
    ? 'the board answers no page but its own'
    : undefined;
}

// What a proxy adds by itself.
const FORWARDED = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto'];

/** Whether a proxy that ends TLS has handed a request on, by what it says; of several, the one that the browser met. */
export function cameByTls({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  const [first = ''] = String(headers['x-forwarded-proto'] ?? '').split(',');
  return first.trim() === 'https';
}

function isLocal(address = ''): boolean {
  return isLoopback(address.replace(/^::ffff:/, ''));
}

function nameIn(host: string): string {
  return /^\[([^\]]+)\](?::\d+)?$/.exec(host)?.[1] ?? host.replace(/:\d+$/, '');
}
