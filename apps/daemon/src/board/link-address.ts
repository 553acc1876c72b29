import { isLoopback } from '@harness/harness-config';
import { Refusal } from '../api/refusal.ts';
import type { ListenerState } from '../metrics/listener.ts';

// Whoever listens on every address listens on these.
const EVERY: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' };

/**
 * `HOST:PORT` at which a browser of this machine finds the board.
 *
 * @throws {@link Refusal} `board_off`: nothing listens, or nothing on loopback.
 */
export function boardAddress(state: ListenerState): string {
  if (state.kind === 'off') {
    throw off('nothing listens: [server] metrics_listen = "off"');
  }
  if (state.kind === 'failed') {
    throw off(`nothing listens on ${state.address}: ${state.reason}`);
  }
  const host = EVERY[state.host] ?? state.host;
  if (!isLoopback(host)) {
    throw off(`${state.address} is not loopback, and without TLS the board is served there alone`);
  }
  return `${host.includes(':') ? `[${host}]` : host}:${state.port}`;
}

function off(why: string): Refusal {
  return new Refusal('board_off', `the board cannot be reached: ${why}`, {
    hint: 'let [server] metrics_listen be an address of loopback, such as "127.0.0.1:10229"',
  });
}
