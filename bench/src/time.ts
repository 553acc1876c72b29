/**
 * The processor time that the main thread has used, in nanoseconds. The kernel brings it up to date every few milliseconds
 * only, unless the whole process's is asked for first.
 */
export function threadNs(): number {
  process.cpuUsage();
  const { user, system } = process.threadCpuUsage();
  return (user + system) * 1000;
}

/**
 * How much processor time some work takes on the main thread, in nanoseconds: a busy machine changes it less than the
 * time on the clock. Begun with an empty nursery, so that work pays for its own garbage alone.
 */
export function timedNs(work: () => void): number {
  globalThis.gc?.({ type: 'minor' });
  const before = threadNs();
  work();
  return threadNs() - before;
}

/** Does the work as often as said. */
export function repeat(times: number, work: () => void): () => void {
  return () => {
    for (let time = 0; time < times; time += 1) {
      work();
    }
  };
}
