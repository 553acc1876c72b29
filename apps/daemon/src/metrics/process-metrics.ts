import { readdirSync, readFileSync } from 'node:fs';
import type { Series } from './series.ts';

/**
 * The usual metrics of a process, read when somebody asks.
 *
 * prom-client's own set starts timers and observers that run all the time; a daemon that idles for days should not.
 */
export const PROCESS_SERIES: readonly Series[] = [
  {
    kind: 'gauge',
    name: 'process_start_time_seconds',
    help: 'When the daemon started, unix time.',
    read: () => performance.timeOrigin / 1000,
  },
  {
    kind: 'counter',
    name: 'process_cpu_seconds_total',
    help: 'CPU time used, user and system.',
    read: cpuSeconds,
  },
  {
    kind: 'gauge',
    name: 'process_resident_memory_bytes',
    help: 'Resident memory.',
    read: () => process.memoryUsage.rss(),
  },
  {
    kind: 'gauge',
    name: 'process_heap_bytes',
    help: 'Heap in use.',
    read: () => process.memoryUsage().heapUsed,
  },
  { kind: 'gauge', name: 'process_open_fds', help: 'Open file descriptors.', read: openFds },
  {
    kind: 'gauge',
    name: 'process_max_fds',
    help: 'Most file descriptors that may be open.',
    read: maxFds,
  },
];

const MICROSECONDS = 1e6;

function cpuSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / MICROSECONDS;
}

function openFds(): number | undefined {
  return onLinux(() => readdirSync('/proc/self/fd').length);
}

function maxFds(): number | undefined {
  return onLinux(() => {
    const limit = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1];
    return limit === undefined ? undefined : Number(limit);
  });
}

function onLinux<T>(read: () => T): T | undefined {
  return process.platform === 'linux' ? read() : undefined;
}
