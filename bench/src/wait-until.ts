import { setTimeout as sleep } from 'node:timers/promises';

const LOOK_EVERY_MS = 5;

/**
 * Waits until something is so.
 *
 * @throws {Error} It was not so in time.
 */
export async function waitUntil(
  what: string,
  holds: () => boolean,
  timeoutMs = 60_000,
): Promise<void> {
  const giveUpMs = performance.now() + timeoutMs;
  while (!holds()) {
    if (performance.now() > giveUpMs) {
      throw new Error(`waited ${timeoutMs} ms in vain until ${what}`);
    }
    await sleep(LOOK_EVERY_MS);
  }
}
