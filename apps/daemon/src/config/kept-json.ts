import { chmodSync, readFileSync, renameSync, writeFileSync } from 'node:fs';

/** One JSON value in a file of the state folder, replaced in one step. */
export interface KeptJson {
  /** The value; undefined where there is none, or none that can be read. */
  read(): unknown;
  /** Replaces it. A disk that refuses is no reason to stop: it is the caller's to report. */
  write(value: unknown): void;
}

const PRIVATE = 0o600;

/** @param file - Absolute path; its folder exists. */
export function keptJson(file: string): KeptJson {
  return {
    read() {
      try {
        return JSON.parse(readFileSync(file, 'utf8'));
      } catch {
        // Absent, cut short or unreadable: the same as nothing kept.
        return undefined;
      }
    },
    write(value) {
      const draft = `${file}~`;
      writeFileSync(draft, `${JSON.stringify(value)}\n`, { mode: PRIVATE });
      chmodSync(draft, PRIVATE);
      renameSync(draft, file);
    },
  };
}
