import type { ClientRequest, IncomingMessage, RequestOptions } from 'node:http';
import { connect } from 'node:net';
import type { ErrorFacts } from './answer.ts';
import { DaemonDown, DaemonError, type DownReason } from './daemon-error.ts';
import { http } from './lean-node.ts';
import { PROTOCOL_HEADER, PROTOCOL_VERSION } from './route.ts';

/** One request. */
export interface Ask {
  readonly method: 'GET' | 'POST';
  /** Path and query, percent-encoded. */
  readonly path: string;
  /** Sent as JSON. */
  readonly body?: object;
  /** How long the first byte of the answer may take. */
  readonly timeoutMs: number;
}

/**
 * Sends one request to one socket and gives the answer's stream once its head is there and good.
 *
 * @throws {DaemonDown} when nobody answers.
 * @throws {DaemonError} when the answer is an error.
 */
export async function exchange(socket: string, ask: Ask): Promise<IncomingMessage> {
  const answer = await send(socket, ask);
  const spoken = answer.headers[PROTOCOL_HEADER];
  if (spoken !== undefined && spoken !== PROTOCOL_VERSION) {
    answer.destroy();
    throw new DaemonError(answer.statusCode ?? 0, mismatch(String(spoken)));
  }
  const status = answer.statusCode ?? 0;
  if (status >= 400) {
    throw new DaemonError(status, factsOf(await readText(socket, answer), status));
  }
  return answer;
}

/**
 * Reads an answer to its end as UTF-8.
 *
 * @throws {DaemonDown} with reason `cut` when the daemon ends in the middle.
 */
async function readText(socket: string, answer: IncomingMessage): Promise<string> {
  answer.setEncoding('utf8');
  let text = '';
  try {
    for await (const chunk of answer) {
      text += String(chunk);
    }
  } catch {
    throw new DaemonDown('cut', socket, false);
  }
  return text;
}

/**
 * Reads an answer as JSON. Its shape is trusted: both sides ship together and the protocol's version was
 * compared.
 *
 * @throws {DaemonError} with code `bad_answer` when it is not JSON.
 */
export async function readJson<T>(socket: string, answer: IncomingMessage): Promise<T> {
  const text = await readText(socket, answer);
  try {
    return JSON.parse(text) as T;
  } catch {
    throw new DaemonError(answer.statusCode ?? 0, {
      code: 'bad_answer',
      message: `what answers on ${socket} does not speak the daemon's language`,
    });
  }
}

function send(socket: string, ask: Ask): Promise<IncomingMessage> {
  const body = ask.body === undefined ? undefined : JSON.stringify(ask.body);
  return new Promise((resolve, reject) => {
    const request: ClientRequest = http.request(optionsOf(socket, ask, body));
    const timer = setTimeout(() => {
      reject(new DaemonDown('silent', socket, true));
      request.destroy();
    }, ask.timeoutMs);
    request.once('response', (answer) => {
      clearTimeout(timer);
      resolve(answer);
    });
    // Stays on: an error after the answer's head belongs to the answer's stream as well.
    request.on('error', (error: NodeJS.ErrnoException) => {
      clearTimeout(timer);
      reject(downFrom(error, socket));
    });
    request.end(body);
  });
}

function optionsOf(socket: string, ask: Ask, body: string | undefined): RequestOptions {
  return {
    // Not by an agent: one that kept connections would keep the command alive, and any looks for a server's name.
    createConnection: () => connect(socket),
    method: ask.method,
    path: ask.path,
    headers: {
      host: 'localhost',
      [PROTOCOL_HEADER]: PROTOCOL_VERSION,
      ...(body === undefined
        ? {}
        : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
    },
  };
}

const REASON_OF_CODE: Readonly<Record<string, DownReason>> = {
  ENOENT: 'absent',
  ENOTDIR: 'absent',
  ECONNREFUSED: 'refused',
  ENOTSOCK: 'refused',
  EACCES: 'denied',
  EPERM: 'denied',
};

function downFrom(error: NodeJS.ErrnoException, socket: string): DaemonDown {
  return new DaemonDown(REASON_OF_CODE[error.code ?? ''] ?? 'cut', socket, false);
}

function mismatch(spoken: string): ErrorFacts {
  return {
    code: 'protocol_mismatch',
    message: `the daemon speaks version ${spoken} of the local API, this command version ${PROTOCOL_VERSION}`,
    hint: 'restart the daemon, so that both are of the same release',
  };
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
