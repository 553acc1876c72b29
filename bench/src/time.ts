/**
 * How much processor time some work takes on the main thread, in nanoseconds: a busy machine changes it less than the
 * time on the clock. Begun with an empty nursery, so that work pays for its own garbage alone. Too coarse below a
 * millisecond: repeat what is short.
 */
export function timedNs(work: () => void): number {
  globalThis.gc?.({ type: 'minor' });
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) * 1000;
}

/** Does the work as often as said. */
export function repeat(times: number, work: () => void): () => void {
  return () => {
    for (let time = 0; time < times; time += 1) {
      work();
    }
  };
}
