import type { Server } from 'node:http';
import type { NowAndThen } from '../rounds.ts';
import { type BoundSocket, bindPrivately } from './private-socket.ts';

/** A socket that is bound again when somebody takes it away. */
export interface KeptSocket {
  /** Stops listening and removes the socket, if it is still this daemon's. */
  close(): void;
}

export interface KeepSocketOptions {
  readonly path: string;
  /** Makes another server of the same kind: a server listens once. */
  readonly makeServer: () => Server;
  /** Hears of a socket that vanished, and of one that could not be bound again. */
  readonly onTrouble: (problem: string) => void;
  /** When to look. */
  readonly often: NowAndThen;
}

/**
 * Binds the socket and keeps it bound.
 *
 * @throws {Error} It cannot be bound now.
 */
export async function keepSocket(options: KeepSocketOptions): Promise<KeptSocket> {
  const { path, makeServer, onTrouble, often } = options;
  let server = makeServer();
  let bound: BoundSocket = await bindPrivately(server, path);
  let complained = false;
  let isClosed = false;

  async function look(): Promise<void> {
    if (bound.present()) {
      return;
    }
    const next = makeServer();
    try {
      const again = await bindPrivately(next, path);
      if (isClosed) {
        again.remove();
        end(next);
        return;
      }
      onTrouble(`${path} had vanished and was bound again`);
      end(server);
      server = next;
      bound = again;
      complained = false;
    } catch (error) {
      if (!complained) {
        complained = true;
        onTrouble(`${path} is not this daemon's any more: ${String(error)}`);
      }
    }
  }

  const lookNoMore = often(() => look());
  return {
    close() {
      isClosed = true;
      lookNoMore();
      bound.remove();
      end(server);
    },
  };
}

function end(server: Server): void {
  server.close();
  server.closeAllConnections();
}
