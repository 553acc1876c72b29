import { useCallback, useRef } from 'preact/hooks';
import { askPast } from './ask.ts';
import { type Past, readPast } from './past.ts';
import { type Asked, useAsked } from './use-asked.ts';

/** The history of the last so many hours, kept up to date. */
export function usePast(hours: number, edition: number): Asked<Past> {
  const kept = useRef<{ readonly past: Past; readonly reached: number | undefined }>({
    past: new Map(),
    reached: undefined,
  });
  const read = useCallback(async () => {
    const nowMs = Date.now();
    const sinceMs = nowMs - hours * 3_600_000;
    const { past, reached } = kept.current;
    const found = await readPast(past, {
      sinceMs,
      reached,
      nowMs,
      page: (beforeRow) => askPast(sinceMs, beforeRow),
    });
    kept.current = { past: found, reached: sinceMs };
    return found;
  }, [hours]);
  return useAsked(read, `past ${hours}`, edition);
}
