import { type Stats, statSync } from 'node:fs';
import { isAbsence } from './file-error.ts';

/**
 * What the system says of a file; undefined where there is none. Throws its error otherwise.
 *
 * It does not wait for a thread: at a poll a second and fifty transcripts, that is what costs.
 */
export function statOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch (error) {
    if (isAbsence(error)) {
      return undefined;
    }
    throw error;
  }
}
