import type { NotifyConfig } from '@harness/notify-config';
import type { Fact } from '@harness/notify-core';
import type { DeliveryMetrics } from '@harness/notify-metrics';
import type { Store } from '@harness/store';
import type { Clock } from '../clock.ts';
import type { DaemonLog } from '../log/daemon-log.ts';
import type { RunProgram } from '../process/program-runner.ts';
import type { Begun } from './begun.ts';
import type { Deliverer } from './run-delivery.ts';

/** What a notifier is made from. */
export interface NotifierOptions {
  readonly clock: Clock;
  readonly store: Store;
  readonly metrics: Pick<DeliveryMetrics, 'counted' | 'took'>;
  readonly log: DaemonLog;
  readonly host: string;
  /** What runs hooks. */
  readonly run: RunProgram;
  /** What hooks inherit. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The border. */
  readonly admit: (text: string) => string;
  /** The table in force; undefined where no hook is configured. */
  readonly hook: () => NotifyConfig | undefined;
  /** How long a harness must be up to be proven back, for facts that open an alert. */
  readonly proofMs: (fact: Fact) => number | undefined;
  /** Whether what was held back, or recorded by an earlier daemon, is still so. */
  readonly stillTrue: (harness: string, event: string) => boolean;
  /** The harness's state, for a person. */
  readonly stateOf: (harness: string) => string | undefined;
  /** How many notifications may wait; default 1,024. */
  readonly queueCapacity?: number;
  /** Which hooks have begun, as far as the store does not know it. */
  readonly begun: Begun;
  /** What delivers; default: one that runs hooks. */
  readonly deliverer?: Deliverer;
}
