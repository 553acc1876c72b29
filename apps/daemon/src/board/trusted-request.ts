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

function isLocal(address = ''): boolean {
  return isLoopback(address.replace(/^::ffff:/, ''));
}

function nameIn(host: string): string {
  return /^\[([^\]]+)\](?::\d+)?$/.exec(host)?.[1] ?? host.replace(/:\d+$/, '');
}
