import { useCallback, useRef } from 'preact/hooks';
import { askPast } from './ask.ts';
import { type Past, readPast } from './past.ts';
import { type Asked, useAsked } from './use-asked.ts';

// In a storm there is something new all the time, and the daemon has better things to do than to tell it.
const PAUSE_MS = 3_000;

/** What was read of the history, and of how many hours. */
interface Kept {
  readonly past: Past;
  readonly reached: number | undefined;
  readonly hours: number;
  readonly readAtMs: number;
}

/** The history of the last so many hours, kept up to date; read again every three seconds at most. */
export function usePast(hours: number, edition: number): Asked<Past> {
  const kept = useRef<Kept>({ past: new Map(), reached: undefined, hours: 0, readAtMs: 0 });
  const read = useCallback(async () => {
    const { past, reached, readAtMs, ...before } = kept.current;
    await pause(before.hours === hours ? readAtMs + PAUSE_MS - Date.now() : 0);
    const nowMs = Date.now();
    const sinceMs = nowMs - hours * 3_600_000;
    const found = await readPast(past, {
      sinceMs,
      reached,
      nowMs,
      page: (beforeRow) => askPast(sinceMs, beforeRow),
    });
    kept.current = { past: found, reached: sinceMs, hours, readAtMs: Date.now() };
    return found;
  }, [hours]);
  return useAsked(read, `past ${hours}`, edition);
}

function pause(ms: number): Promise<void> {
  return ms <= 0 ? Promise.resolve() : new Promise((resolve) => setTimeout(resolve, ms));
}
