import { BlockList, isIP } from 'node:net';
import { remembered } from '@harness/config-text';

/** What `metrics_listen` says. */
export type Listen =
  | { readonly kind: 'off' }
  | { readonly kind: 'listen'; readonly host: string; readonly port: number }
  | { readonly kind: 'invalid'; readonly reason: string };

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4');
LOOPBACK.addAddress('::1', 'ipv6');

/** Reads `HOST:PORT`, `[IPV6]:PORT` or `off`. Port 0 is one that the system picks. */
export function parseListen(text: string): Listen {
  return readOnce(text);
}

// Nearly every file leaves the default.
const readOnce = remembered(read, 16);

function read(text: string): Listen {
  if (text === 'off') {
    return { kind: 'off' };
  }
  const match = /^(?:\[([^\]]*)\]|([^:[\]]*)):([0-9]{1,5})$/.exec(text);
  if (match === null) {
    return { kind: 'invalid', reason: 'it has no host and port' };
  }
  const [, bracketed, plain = '', port] = match;
  return checked(bracketed ?? plain, Number(port), bracketed !== undefined);
}

/** Whether only this machine can reach a host. Names other than localhost may lead anywhere. */
export function isLoopback(host: string): boolean {
  const family = isIP(host);
  return family === 0
    ? host.toLowerCase() === 'localhost'
    : LOOPBACK.check(host, family === 6 ? 'ipv6' : 'ipv4');
}

function checked(host: string, port: number, bracketed: boolean): Listen {
  if (bracketed && isIP(host) !== 6) {
    return { kind: 'invalid', reason: 'brackets hold an IPv6 address' };
  }
  if (!bracketed && !/^[A-Za-z0-9._-]+$/.test(host)) {
    return { kind: 'invalid', reason: 'name a host, or 0.0.0.0 for every address' };
  }
  return port > 65_535
    ? { kind: 'invalid', reason: 'a port is at most 65535' }
    : { kind: 'listen', host, port };
}
