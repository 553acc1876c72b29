import { closeSync, openSync } from 'node:fs';
import { destination, type Level, type Logger, pino } from 'pino';

/** Writes one JSON line per entry. Everything that it is given has passed the border already, or passes it here. */
export type DaemonLog = Logger;

/** @property file - Where to append; standard error where it is absent. */
export interface DaemonLogOptions {
  readonly file?: string;
  readonly level: Level;
  /** The border: every line goes through it on its way out. */
  readonly admit: (line: string) => string;
}

const STDERR_FD = 2;

/**
 * Opens the daemon's own log.
 *
 * It writes synchronously: the last lines before a death are those that matter.
 *
 * @throws {Error} The file cannot be opened.
 */
export function openDaemonLog({ file, level, admit }: DaemonLogOptions): DaemonLog {
  if (file !== undefined) {
    closeSync(openSync(file, 'a', 0o600));
  }
  return pino(
    {
      level,
      base: null,
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      formatters: { level: (label) => ({ level: label }) },
      hooks: { streamWrite: admit },
    },
    destination({ dest: file ?? STDERR_FD, sync: true, append: true }),
  );
}
