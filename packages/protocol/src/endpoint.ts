import { dirname, join } from 'node:path';
import { fs } from './lean-fs.ts';
import type { ProcessIdentity } from './process-identity.ts';

/** What a daemon writes down so that any shell of the same user finds it. */
export interface Endpoint extends ProcessIdentity {
  /** Absolute path of its socket. */
  readonly socket: string;
  /** RFC 3339, UTC. */
  readonly startedAt: string;
  readonly version: string;
}

/** `daemon.json` in the state folder: the daemon that listens, or the last one that did. */
export function endpointFile(stateFolder: string): string {
  return join(stateFolder, 'daemon.json');
}

/** The recorded daemon; undefined when there is no record or not a whole one. Says nothing about life. */
export function readEndpoint(stateFolder: string): Endpoint | undefined {
  const record = readRecord(endpointFile(stateFolder));
  return isEndpoint(record) ? record : undefined;
}

/**
 * Records the calling daemon in one step, mode 0600; the folder is made with 0700 if it is missing.
 *
 * @throws what the file system throws.
 */
export function writeEndpoint(stateFolder: string, endpoint: Endpoint): void {
  writeRecord(endpointFile(stateFolder), endpoint);
}

/** Takes the record away if it is still this process's own: a successor's is left alone. */
export function removeEndpoint(stateFolder: string, owner: ProcessIdentity): void {
  removeRecord(endpointFile(stateFolder), owner);
}

/**
 * Notes, before anything slow is loaded, that the calling process is about to become the daemon:
 * clients that find no socket then wait a little. It never touches the record of a daemon that listens.
 */
export function announceStart(stateFolder: string, starter: ProcessIdentity): void {
  writeRecord(startFile(stateFolder), starter);
}

/** Takes back {@link announceStart}: the daemon listens, or has given up. */
export function withdrawStart(stateFolder: string, starter: ProcessIdentity): void {
  removeRecord(startFile(stateFolder), starter);
}

/** The process that announced a start last; undefined when none did. Says nothing about life. */
export function readStart(stateFolder: string): ProcessIdentity | undefined {
  const record = readRecord(startFile(stateFolder));
  return isIdentity(record) ? record : undefined;
}

function startFile(stateFolder: string): string {
  return join(stateFolder, 'daemon-starting.json');
}

function writeRecord(file: string, record: ProcessIdentity): void {
  fs.mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const draft = `${file}.${record.pid}~`;
  fs.writeFileSync(draft, `${JSON.stringify(record)}\n`, { mode: 0o600 });
  // A draft left by a killed process of the same number keeps its own mode.
  fs.chmodSync(draft, 0o600);
  fs.renameSync(draft, file);
}

function readRecord(file: string): unknown {
  try {
    return JSON.parse(fs.readFileSync(file, 'utf8'));
  } catch {
    // Absent, unreadable, or cut by a power loss: the same as no record.
    return undefined;
  }
}

function removeRecord(file: string, owner: ProcessIdentity): void {
  const record = readRecord(file);
  if (isIdentity(record) && record.pid === owner.pid && record.startTime === owner.startTime) {
    fs.rmSync(file, { force: true });
  }
}

function isIdentity(value: unknown): value is ProcessIdentity {
  return (
    isObject(value) && Number.isSafeInteger(value['pid']) && typeof value['startTime'] === 'string'
  );
}

function isEndpoint(value: unknown): value is Endpoint {
  return (
    isIdentity(value) &&
    isObject(value) &&
    ['socket', 'startedAt', 'version'].every((key) => typeof value[key] === 'string')
  );
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
