/** Shares the turns of the event loop among everything that is read, so that loud programs leave the daemon its time. */
export interface OutputTurns {
  /**
   * Takes note of what was read. False: this turn's share is used up, and the reader stops until `goOn` is called, in the
   * order in which readers had to stop.
   */
  take(sizeBytes: number, goOn: () => void): boolean;
}

// Some milliseconds of redacting, and still large blocks.
const TURN_BYTES = 64 * 1024;
// What one read takes at most.
const READ_BYTES = 64 * 1024;

/** @param turnBytes - What all readers together may read in one turn of the event loop. */
export function createOutputTurns(turnBytes: number = TURN_BYTES): OutputTurns {
  const waiting: (() => void)[] = [];
  let leftBytes = turnBytes;
  let isCounting = false;

  function nextTurn(): void {
    isCounting = waiting.length > 0;
    leftBytes = turnBytes;
    // Whoever goes on has something to read at once, so no more of them than the turn has room for.
    for (const goOn of waiting.splice(0, Math.max(1, Math.floor(turnBytes / READ_BYTES)))) {
      goOn();
    }
    if (isCounting) {
      setImmediate(nextTurn);
    }
  }

  return {
    take(sizeBytes, goOn) {
      if (!isCounting) {
        isCounting = true;
        setImmediate(nextTurn);
      }
      leftBytes -= sizeBytes;
      if (leftBytes > 0) {
        return true;
      }
      waiting.push(goOn);
      return false;
    },
  };
}
