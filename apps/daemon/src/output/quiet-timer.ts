/** Says once when nothing has happened for a while. */
export interface QuietTimer {
  /** Something has happened: the wait begins anew. */
  restart(): void;
  /** Nothing is waited for any more; no timer is left. */
  clear(): void;
}

/** @param afterMs - How long it must be quiet. */
export function createQuietTimer(afterMs: number, onQuiet: () => void): QuietTimer {
  let timer: NodeJS.Timeout | undefined;
  let quietAtMs = 0;

  // A loud program restarts it thousands of times a second: the timer stays, and goes on waiting when it fires early.
  function look(): void {
    const leftMs = quietAtMs - performance.now();
    if (leftMs > 0) {
      timer = setTimeout(look, leftMs);
    } else {
      timer = undefined;
      onQuiet();
    }
  }

  return {
    restart() {
      quietAtMs = performance.now() + afterMs;
      timer ??= setTimeout(look, afterMs);
    },
    clear() {
      clearTimeout(timer);
      timer = undefined;
    },
  };
}
