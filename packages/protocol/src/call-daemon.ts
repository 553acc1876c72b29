import type { IncomingMessage } from 'node:http';
import type { ErrorFacts } from './answer.ts';
import { DaemonDown, DaemonError } from './daemon-error.ts';
import { type Ask, badAnswer, exchange } from './exchange.ts';
import { type Found, findDaemon, type WhereToLook } from './find-daemon.ts';
import { socketPathProblem } from './locations.ts';
import { openStream as openStreamOn, readText } from './open-stream.ts';
import { PROTOCOL_HEADER, PROTOCOL_VERSION } from './route.ts';

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
export function callDaemon<T>(address: DaemonAddress, ask: Ask): Promise<T> {
  return reach(address, async (socket) => {
    const { status, headers, body } = await exchange(socket, ask);
    refuseOtherProtocol(status, headers[PROTOCOL_HEADER]);
    refuseBadStatus(status, body);
    return readJson<T>(body, status, socket);
  });
}

/** The same for an answer that is a stream; the caller reads it to its end or destroys it. */
export function openStream(address: DaemonAddress, ask: Ask): Promise<IncomingMessage> {
  return reach(address, async (socket) => {
    const answer = await openStreamOn(socket, ask);
    const { statusCode: status = 0, headers } = answer;
    try {
      refuseOtherProtocol(status, headers[PROTOCOL_HEADER]);
      if (status >= 400) {
        refuseBadStatus(status, await readText(socket, answer));
      }
      return answer;
    } catch (error) {
      answer.destroy();
      throw error;
    }
  });
}

const POLL_MS = 25;

async function reach<T>(address: DaemonAddress, ask: (socket: string) => Promise<T>): Promise<T> {
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

async function tryOnce<T>(
  { socket, alive }: Found,
  ask: (socket: string) => Promise<T>,
): Promise<T> {
  const problem = socketPathProblem(socket);
  if (problem !== undefined) {
    throw new DaemonDown('unusable', socket, alive, problem);
  }
  try {
    return await ask(socket);
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

function refuseOtherProtocol(status: number, spoken: string | readonly string[] | undefined): void {
  if (spoken !== undefined && spoken !== PROTOCOL_VERSION) {
    throw new DaemonError(status, {
      code: 'protocol_mismatch',
      message: `the daemon speaks version ${spoken} of the local API, this command version ${PROTOCOL_VERSION}`,
      hint: 'restart the daemon, so that both are of the same release',
    });
  }
}

function refuseBadStatus(status: number, body: string): void {
  if (status >= 400) {
    throw new DaemonError(status, factsOf(body, status));
  }
}

function factsOf(text: string, status: number): ErrorFacts {
  const plain: ErrorFacts = {
    code: 'bad_answer',
    message: `the daemon answered with status ${status} and no reason`,
  };
  try {
    const answer: { error?: Partial<ErrorFacts> } = JSON.parse(text);
    return { ...plain, ...answer.error };
  } catch {
    return plain;
  }
}

/** Its shape is trusted: both sides ship together and the protocol's version was compared. */
function readJson<T>(text: string, status: number, socket: string): T {
  try {
    return JSON.parse(text) as T;
  } catch {
    throw badAnswer(status, socket);
  }
}
