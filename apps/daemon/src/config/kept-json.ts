import { chmodSync, readFileSync, renameSync, writeFileSync } from 'node:fs';

/** One JSON value in a file of the state folder, replaced in one step. */
export interface KeptJson {
  /** The value; undefined where there is none, or none that can be read. */
  read(): unknown;
  /** Replaces it; gives why that could not be done. A disk that refuses is no reason to stop. */
  write(value: unknown): string | undefined;
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
      try {
        writeFileSync(draft, `${JSON.stringify(value)}\n`, { mode: PRIVATE, flush: true });
        chmodSync(draft, PRIVATE);
        renameSync(draft, file);
        return undefined;
      } catch (error) {
        return `${file}: ${error instanceof Error ? error.message : String(error)}`;
      }
    },
  };
}
