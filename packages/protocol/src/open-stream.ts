import type { IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { DaemonDown } from './daemon-error.ts';
import { type Ask, downFrom, headersOf } from './exchange.ts';

/**
 * Sends one request to one socket and gives the answer's stream once its head is there.
 *
 * @throws {DaemonDown} when nobody answers.
 */
export function openStream(socket: string, ask: Ask): Promise<IncomingMessage> {
  // Loaded here: only the few answers that are streams need it.
  const http = process.getBuiltinModule('node:http');
  const body = ask.body === undefined ? undefined : JSON.stringify(ask.body);
  return new Promise((resolve, reject) => {
    const request = http.request({
      // Not by an agent: one that kept connections would keep the command alive, and any looks for a server's name.
      createConnection: () => connect(socket),
      method: ask.method,
      path: ask.path,
      headers: headersOf(body),
    });
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

/**
 * Reads a stream to its end as UTF-8.
 *
 * @throws {DaemonDown} with reason `cut` when the daemon ends in the middle.
 */
export async function readText(socket: string, answer: IncomingMessage): Promise<string> {
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
