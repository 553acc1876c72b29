import type { IncomingMessage } from 'node:http';
import { DaemonDown, DaemonError } from './daemon-error.ts';
import { type Ask, exchange, readJson } from './exchange.ts';
import { type Found, findDaemon, type WhereToLook } from './find-daemon.ts';
import { socketPathProblem } from './locations.ts';

/** Where the daemon is, and how patient the caller is while it starts. */
export interface DaemonAddress extends WhereToLook {
  /** How long to wait for a socket while a daemon process is alive. Default 5,000 ms. */
  readonly startingMs?: number;
  /** How long to wait when no daemon process is known: it may not have left a trace yet. Default 400 ms. */
  readonly graceMs?: number;
}

/**
 * One call of the local API, its JSON answer typed by the caller.
 *
 * Waits briefly for a daemon that is starting: a socket that is not there yet, or an answer `starting`.
 *
 * @throws {DaemonDown} when nobody answers in time.
 * @throws {DaemonError} when the daemon refuses.
 */
export async function callDaemon<T>(address: DaemonAddress, ask: Ask): Promise<T> {
  const { socket, answer } = await reach(address, ask);
  return readJson<T>(socket, answer);
}

/** The same for an answer that is a stream; the caller reads it to its end or destroys it. */
export async function openStream(address: DaemonAddress, ask: Ask): Promise<IncomingMessage> {
  const { answer } = await reach(address, ask);
  return answer;
}

interface Reached {
  readonly socket: string;
  readonly answer: IncomingMessage;
}

const POLL_MS = 25;

async function reach(address: DaemonAddress, ask: Ask): Promise<Reached> {
  // Counted from the first failure: a call that succeeds does not even load the clock.
  let failedMs: number | undefined;
  for (;;) {
    const found = findDaemon(address);
    try {
      return await tryOnce(found, ask);
    } catch (error) {
      failedMs ??= performance.now();
      if (performance.now() - failedMs >= patienceMs(error, found, address)) {
        throw error;
      }
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

async function tryOnce({ socket, alive }: Found, ask: Ask): Promise<Reached> {
  const problem = socketPathProblem(socket);
  if (problem !== undefined) {
    throw new DaemonDown('unusable', socket, alive, problem);
  }
  try {
    return { socket, answer: await exchange(socket, ask) };
  } catch (error) {
    throw error instanceof DaemonDown && alive
      ? new DaemonDown(error.reason, socket, alive)
      : error;
  }
}

/** Only what was turned away before anything was done is worth another try: 0 for the rest. */
function patienceMs(error: unknown, found: Found, address: DaemonAddress): number {
  if (error instanceof DaemonError) {
    return error.code === 'starting' ? (address.startingMs ?? 5_000) : 0;
  }
  if (error instanceof DaemonDown && (error.reason === 'absent' || error.reason === 'refused')) {
    return found.alive ? (address.startingMs ?? 5_000) : (address.graceMs ?? 400);
  }
  return 0;
}
