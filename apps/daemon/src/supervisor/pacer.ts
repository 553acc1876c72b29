/** Runs tasks one a turn of the event loop, so that a storm of starts leaves room for everything else. */
export interface Pacer {
  add(task: () => void): void;
}

type Lane = (() => void)[];

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
  armed = false;
  const [lane] = lanes.splice(0, 1);
  const task = lane?.shift();
  if (lane !== undefined && lane.length > 0) {
    lanes.push(lane);
  }
  try {
    task?.();
  } finally {
    // A task that throws must not be the last that ever starts.
    arm();
  }
}
