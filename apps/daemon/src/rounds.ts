/** Has something done now and then, which must not reject, until what it returns is called. */
export type NowAndThen = (task: () => unknown) => () => void;

/** What an idle daemon looks after, all in one waking: what it costs is above all that it wakes. */
export interface Rounds {
  /** Has tasks done at every `nth` round. */
  every(nth: number): NowAndThen;
  stop(): void;
}

/**
 * Goes on a round every `everyMs`; keeps no process alive.
 *
 * @param fault - Hears of a task that threw, which keeps none of the others from being done.
 */
export function createRounds(everyMs: number, fault: (error: unknown) => void): Rounds {
  const duties = new Set<{ readonly nth: number; readonly task: () => unknown }>();
  let count = 0;
  const timer = setInterval(() => {
    count += 1;
    for (const { nth, task } of duties) {
      if (count % nth === 0) {
        try {
          task();
        } catch (error) {
          fault(error);
        }
      }
    }
  }, everyMs).unref();
  return {
    every: (nth) => (task) => {
      const duty = { nth, task };
      duties.add(duty);
      return () => duties.delete(duty);
    },
    stop: () => clearInterval(timer),
  };
}
