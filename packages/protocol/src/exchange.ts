import { connect } from 'node:net';
import { type Answer, AnswerReader } from './answer-reader.ts';
import { DaemonDown, DaemonError, type DownReason } from './daemon-error.ts';
import { PROTOCOL_HEADER, PROTOCOL_VERSION } from './route.ts';

/** One request. */
export interface Ask {
  readonly method: 'GET' | 'POST';
  /** Path and query, percent-encoded. */
  readonly path: string;
  /** Sent as JSON. */
  readonly body?: object;
  /** How long the head of the answer may take. */
  readonly timeoutMs: number;
}

/**
 * Sends one request to one socket and reads the answer to its end. In HTTP/1.0, which {@link AnswerReader} is enough for:
 * loading `node:http` would take a quarter of the time of a short command.
 *
 * @throws {DaemonDown} when nobody answers; with reason `cut` when the answer breaks off.
 * @throws {DaemonError} with code `bad_answer` when it is not HTTP.
 */
export function exchange(socket: string, ask: Ask): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const reader = new AnswerReader();
    let failure: Error | undefined;
    const connection = connect(socket);
    const timer = setTimeout(() => {
      reject(new DaemonDown('silent', socket, true));
      connection.destroy();
    }, ask.timeoutMs);
    connection.on('data', (part: Buffer) => {
      reader.add(part);
      if (reader.hasHead) {
        clearTimeout(timer);
      }
      if (reader.isForeign || reader.isWhole) {
        connection.destroy();
      }
    });
    connection.on('error', (error) => {
      failure = error;
    });
    connection.on('close', () => {
      clearTimeout(timer);
      if (reader.isForeign) {
        reject(badAnswer(0, socket));
        return;
      }
      // Whole also where the daemon refused what it had not read to its end, which breaks the connection.
      const answer = reader.end();
      if (answer === undefined) {
        reject(
          failure === undefined ? new DaemonDown('cut', socket, false) : downFrom(failure, socket),
        );
      } else {
        resolve(answer);
      }
    });
    connection.write(requestText(ask));
  });
}

/** The headers of a request with this body. */
export function headersOf(body: string | undefined): Readonly<Record<string, string>> {
  return {
    host: 'localhost',
    [PROTOCOL_HEADER]: PROTOCOL_VERSION,
    ...(body === undefined
      ? {}
      : {
          'content-type': 'application/json',
          'content-length': String(Buffer.byteLength(body)),
        }),
  };
}

/** What an error of a connection says of the daemon. */
export function downFrom(error: NodeJS.ErrnoException, socket: string): DaemonDown {
  return new DaemonDown(REASON_OF_CODE[error.code ?? ''] ?? 'cut', socket, false);
}

/** An answer that is not the daemon's language. */
export function badAnswer(status: number, socket: string): DaemonError {
  return new DaemonError(status, {
    code: 'bad_answer',
    message: `what answers on ${socket} does not speak the daemon's language`,
  });
}

const REASON_OF_CODE: Readonly<Record<string, DownReason>> = {
  ENOENT: 'absent',
  ENOTDIR: 'absent',
  ECONNREFUSED: 'refused',
  ENOTSOCK: 'refused',
  EACCES: 'denied',
  EPERM: 'denied',
};

function requestText({ method, path, body: value }: Ask): string {
  const body = value === undefined ? undefined : JSON.stringify(value);
  const head = Object.entries(headersOf(body)).map(([name, text]) => `${name}: ${text}`);
  return [`${method} ${path} HTTP/1.0`, ...head, '', body ?? ''].join('\r\n');
}
