import { readEndpoint, readStart } from './endpoint.ts';
import { type Environment, socketPath, stateFolder } from './locations.ts';
import { isAlive } from './process-identity.ts';

/** Where a daemon is looked for. */
export interface WhereToLook {
  readonly env: Environment;
  /** The `--socket` flag. */
  readonly socket?: string;
}

/** The socket to connect to now. */
export interface Found {
  readonly socket: string;
  /** A daemon process is known to be alive: a socket that is not there yet will come. */
  readonly alive: boolean;
}

/**
 * Looks in this order: the flag, `HARNESS_SOCKET`, the record in the state folder (a shell with another
 * `XDG_RUNTIME_DIR` finds the daemon that way), the default place. Reads files, connects to nothing;
 * ask again while waiting, since a daemon that starts writes its record in between.
 */
export function findDaemon(where: WhereToLook): Found {
  const folder = stateFolder(where.env);
  const record = readEndpoint(folder);
  const recorded = record !== undefined && isAlive(record) ? record.socket : undefined;
  const start = readStart(folder);
  return {
    socket: where.socket ?? named(where.env) ?? recorded ?? socketPath(where.env),
    alive: recorded !== undefined || (start !== undefined && isAlive(start)),
  };
}

function named(env: Environment): string | undefined {
  const socket = env['HARNESS_SOCKET'];
  return socket === '' ? undefined : socket;
}
