import { connect } from 'node:net';
import { DaemonDown, DaemonError, type DownReason } from './daemon-error.ts';
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

/** A whole answer. */
export interface Answer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/**
 * Sends one request to one socket and reads the answer to its end. In HTTP/1.0, whose answer is a head and then bytes
 * until the connection ends: loading `node:http` for that would take a quarter of the time of a short command.
 *
 * @throws {DaemonDown} when nobody answers; with reason `cut` when the answer breaks off.
 * @throws {DaemonError} with code `bad_answer` when its head is not one of HTTP.
 */
export function exchange(socket: string, ask: Ask): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    let failure: Error | undefined;
    const connection = connect(socket);
    const timer = setTimeout(() => {
      reject(new DaemonDown('silent', socket, true));
      connection.destroy();
    }, ask.timeoutMs);
    connection.on('data', (part: Buffer) => {
      clearTimeout(timer);
      parts.push(part);
    });
    connection.on('error', (error) => {
      failure = error;
    });
    connection.on('close', () => {
      clearTimeout(timer);
      try {
        // Whole also where the daemon refused what it had not read to its end, which breaks the connection.
        resolve(readAnswer(Buffer.concat(parts), socket));
      } catch (error) {
        reject(failure === undefined ? error : downFrom(failure, socket));
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

const HEAD_END = '\r\n\r\n';
const STATUS_LINE = /^HTTP\/1\.[01] (?<status>\d{3})\b/;

function readAnswer(bytes: Buffer, socket: string): Answer {
  const headLength = bytes.indexOf(HEAD_END);
  const [first = '', ...lines] = bytes.toString('latin1', 0, Math.max(0, headLength)).split('\r\n');
  const status = Number(STATUS_LINE.exec(first)?.groups?.['status'] ?? 0);
  const headers = Object.fromEntries(lines.map(headerOf));
  const body = bytes.subarray(headLength + HEAD_END.length);
  if (headLength < 0 || body.length < Number(headers['content-length'] ?? 0)) {
    throw new DaemonDown('cut', socket, false);
  }
  if (status === 0) {
    throw badAnswer(status, socket);
  }
  return { status, headers, body: body.toString('utf8') };
}

function headerOf(line: string): readonly [string, string] {
  const colon = line.indexOf(':');
  return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
}
