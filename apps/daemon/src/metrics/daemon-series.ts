import type { Store } from '@harness/store';
import type { Configuration } from '../config/configuration.ts';
import type { Series } from './series.ts';

/** What the metrics of the daemon itself look at. */
export interface DaemonFacts {
  readonly version: string;
  readonly store: Pick<Store, 'health'>;
  readonly configuration: Pick<Configuration, 'problems'>;
}

/** The metrics of the daemon's own condition. */
export function daemonSeries({ version, store, configuration }: DaemonFacts): readonly Series[] {
  return [
    {
      kind: 'gauge',
      name: 'harness_build_info',
      help: 'Always 1; the labels say which release runs on which Node.',
      labels: ['version', 'node'],
      read: () => [{ labels: { version, node: process.versions.node }, value: 1 }],
    },
    {
      kind: 'gauge',
      name: 'harness_config_problems',
      help: 'Errors of the configuration on disk, which keep it from being the one in force.',
      read: () => configuration.problems.length,
    },
    {
      kind: 'gauge',
      name: 'harness_store_in_memory',
      help: '1 while the disk refuses and what must not be forgotten is kept in memory only.',
      read: () => (store.health().state === 'memory' ? 1 : 0),
    },
    {
      kind: 'gauge',
      name: 'harness_store_backlog_records',
      help: 'Records that wait in memory for the disk.',
      read: () => store.health().backlog,
    },
    {
      kind: 'counter',
      name: 'harness_store_failures_total',
      help: 'Times that the disk refused.',
      read: () => store.health().failures,
    },
    {
      kind: 'counter',
      name: 'harness_store_lost_records_total',
      help: 'Records that were given up because the disk stayed away or would never take them.',
      read: () => store.health().lost,
    },
  ];
}
