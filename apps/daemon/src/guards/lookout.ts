import { hasSlept, type Instant } from '@harness/guards';
import type { Clock } from '../clock.ts';

/** Looks at harnesses again and again, but only at those that have something to show. */
export interface Lookout {
  /** This harness may have something to show from now on. */
  wake(name: string): void;
  /** Begins to look. */
  begin(): void;
  /** Looks no more. */
  stop(): void;
}

export interface LookoutOptions {
  readonly clock: Clock;
  /** How often to look at those that have something to show. */
  readonly everyMs: number;
  /** The names of all harnesses. */
  readonly all: () => Iterable<string>;
  /** Looks at one of them, and answers whether it has something to show. */
  readonly look: (name: string, slept: boolean) => boolean;
  /** The host slept, or the daemon was frozen. */
  readonly slept: () => void;
}

/** A configuration that gives a harness something to show wakes nobody: it is found out this late at most. */
const ALL_EVERY_MS = 30_000;

export function createLookout({ clock, everyMs, all, look, slept }: LookoutOptions): Lookout {
  const awake = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let pauseMs = 0;
  let last = now();
  let lastAllMs = last.steadyMs;
  let isLooking = false;

  function now(): Instant {
    return { unixMs: clock.wallMs(), steadyMs: clock.nowMs() };
  }

  function lookAround(): void {
    const at = now();
    const hasBeenAsleep = hasSlept(last, at, pauseMs);
    if (hasBeenAsleep) {
      slept();
    }
    if (at.steadyMs - lastAllMs >= ALL_EVERY_MS) {
      wakeAll();
      lastAllMs = at.steadyMs;
    }
    for (const name of awake) {
      if (!look(name, hasBeenAsleep)) {
        awake.delete(name);
      }
    }
    pause(at);
  }

  function pause(from: Instant): void {
    last = from;
    pauseMs = awake.size > 0 ? everyMs : ALL_EVERY_MS;
    clearTimeout(timer);
    timer = setTimeout(lookAround, pauseMs).unref();
  }

  function wakeAll(): void {
    for (const name of all()) {
      awake.add(name);
    }
  }

  return {
    wake(name) {
      awake.add(name);
      if (isLooking && pauseMs > everyMs) {
        pause(now());
      }
    },
    begin() {
      isLooking = true;
      wakeAll();
      pause(now());
    },
    stop() {
      isLooking = false;
      clearTimeout(timer);
    },
  };
}
