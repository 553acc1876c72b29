/** Runs tasks one after the other with turns of the event loop between, so that a storm of starts leaves room for all else. */
export interface Pacer {
  add(task: () => void): void;
}

type Lane = (() => void)[];

// One to take a connection, one to read and answer what is asked on it: nobody waits for more than the task that runs.
const TURNS_BETWEEN = 2;

// The event loop is the process's: whoever paces shares its turns with the others, one after the other.
const lanes: Lane[] = [];
let armed = false;

export function createPacer(): Pacer {
  const lane: Lane = [];
  return {
    add(task) {
      lane.push(task);
      if (lane.length === 1) {
        lanes.push(lane);
      }
      arm();
    },
  };
}

function arm(): void {
  if (!armed && lanes.length > 0) {
    armed = true;
    setImmediate(turn);
  }
}

function turn(): void {
  const [lane] = lanes.splice(0, 1);
  const task = lane?.shift();
  if (lane !== undefined && lane.length > 0) {
    lanes.push(lane);
  }
  try {
    task?.();
  } finally {
    // A task that throws must not be the last that ever starts.
    rest(TURNS_BETWEEN);
  }
}

function rest(turns: number): void {
  setImmediate(() => {
    if (turns > 1) {
      rest(turns - 1);
    } else {
      armed = false;
      arm();
    }
  });
}
