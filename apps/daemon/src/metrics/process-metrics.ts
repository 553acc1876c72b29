import { readdirSync, readFileSync } from 'node:fs';
import { Gauge, type Registry } from 'prom-client';

/**
 * The usual metrics of a process, read when somebody asks.
 *
 * prom-client's own set starts timers and observers that run all the time; a daemon that idles for days should not.
 */
export function registerProcessMetrics(registry: Registry): void {
  const startSeconds = performance.timeOrigin / 1000;
  gauge(
    registry,
    'process_start_time_seconds',
    'When the daemon started, unix time.',
    () => startSeconds,
  );
  gauge(registry, 'process_cpu_seconds_total', 'CPU time used, user and system.', cpuSeconds);
  gauge(registry, 'process_resident_memory_bytes', 'Resident memory.', () =>
    process.memoryUsage.rss(),
  );
  gauge(registry, 'process_heap_bytes', 'Heap in use.', () => process.memoryUsage().heapUsed);
  gauge(registry, 'process_open_fds', 'Open file descriptors.', openFds);
  gauge(registry, 'process_max_fds', 'Most file descriptors that may be open.', maxFds);
}

function gauge(
  registry: Registry,
  name: string,
  help: string,
  read: () => number | undefined,
): void {
  registry.registerMetric(
    new Gauge({
      name,
      help,
      registers: [],
      collect() {
        const value = read();
        if (value !== undefined) {
          this.set(value);
        }
      },
    }),
  );
}

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
