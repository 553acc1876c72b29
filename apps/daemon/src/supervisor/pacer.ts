/** Runs tasks one a turn of the event loop, so that a storm of starts leaves room for everything else. */
export interface Pacer {
  add(task: () => void): void;
}

export function createPacer(): Pacer {
  const tasks: (() => void)[] = [];
  let armed = false;

  function turn(): void {
    try {
      tasks.shift()?.();
    } finally {
      // A task that throws must not be the last that ever starts.
      armed = tasks.length > 0;
      if (armed) {
        setImmediate(turn);
      }
    }
  }

  return {
    add(task) {
      tasks.push(task);
      if (!armed) {
        armed = true;
        setImmediate(turn);
      }
    },
  };
}
