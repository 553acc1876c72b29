import { createConnection } from 'node:net';
import { createInterface } from 'node:readline';

/** Who asks a nats-server; nothing for one that asks for no password. */
export interface Login {
  readonly user?: string;
  readonly pass?: string;
}

/** Asks the JetStream API of a nats-server on loopback, such as `STREAM.INFO.EVENTS`, for its answer. */
export async function askNats(port: number, subject: string, body: object, login: Login = {}) {
  const socket = createConnection(port, '127.0.0.1');
  const text = JSON.stringify(body);
  socket.write(
    `CONNECT ${JSON.stringify({ verbose: false, ...login })}\r\n` +
      `SUB answer 1\r\nPUB $JS.API.${subject} answer ${text.length}\r\n${text}\r\n`,
  );
  try {
    for await (const line of createInterface(socket)) {
      if (line.startsWith('{')) {
        return JSON.parse(line);
      }
    }
  } finally {
    socket.destroy();
  }
  throw new Error('the server has gone');
}
