import { randomBytes } from 'node:crypto';
import { chmodSync, readFileSync, renameSync, writeFileSync } from 'node:fs';

/** The key that sessions are signed with. */
export type SessionKey = () => Buffer;

const KEY_BYTES = 32;
const PRIVATE = 0o600;

/**
 * A random key in a file of mode 0600, so that sessions outlive the daemon; made at the first use. Removing the file
 * ends every session at once. On a disk that takes no file the key, and with it the sessions, lasts as long as the daemon.
 */
export function keptKey(file: string): SessionKey {
  let unkept: Buffer | undefined;

  function make(): Buffer {
    const key = unkept ?? randomBytes(KEY_BYTES);
    try {
      const draft = `${file}~`;
      writeFileSync(draft, `${key.toString('base64url')}\n`, { mode: PRIVATE });
      chmodSync(draft, PRIVATE);
      renameSync(draft, file);
      unkept = undefined;
    } catch {
      unkept = key;
    }
    return key;
  }

  return () => read(file) ?? make();
}

function read(file: string): Buffer | undefined {
  try {
    const key = Buffer.from(readFileSync(file, 'utf8').trim(), 'base64url');
    return key.length === KEY_BYTES ? key : undefined;
  } catch {
    // Absent or unreadable: another one is made.
    return undefined;
  }
}
