import { createDeliveryMetrics, type DeliveryMetrics } from '@harness/notify-metrics';
import type { Guardian } from '../guards/guardian.ts';
import type { Parts } from '../parts.ts';
import { daemonSeries } from './daemon-series.ts';
import { guardSeries } from './guard-series.ts';
import { harnessSeries, type MeasuredHarness } from './harness-series.ts';
import { notifySeries } from './notify-series.ts';
import { PROCESS_SERIES } from './process-metrics.ts';
import { registerSeries } from './series.ts';

/** What the metrics look at. */
export type Measured = Pick<
  Parts,
  'clock' | 'guards' | 'notifier' | 'oneShots' | 'settings' | 'store' | 'supervisor' | 'version'
>;

/** Makes the metrics of deliveries, with everything beside them that a scrape shows. */
export function makeMetrics(parts: Measured): DeliveryMetrics {
  const { clock, guards, notifier, settings, store, version } = parts;
  const { configuration } = settings;
  const metrics = createDeliveryMetrics();
  registerSeries(metrics.registry, [
    ...daemonSeries({ version, store, configuration }),
    ...harnessSeries(() => measured(parts)),
    ...guardSeries(guards.actions, () => guards.all.filter(isParked).length),
    ...notifySeries({
      notifier,
      store,
      nowMs: clock.wallMs,
      openAlerts: () => namesOf(parts).flatMap((name) => notifier.openAlerts(name)),
    }),
    ...PROCESS_SERIES,
  ]);
  return metrics;
}

function isParked({ watch }: Guardian): boolean {
  return watch.guards.quota.park !== undefined;
}

function namesOf({ supervisor, oneShots }: Measured): readonly string[] {
  return [...supervisor.units.keys(), ...oneShots.units.keys()];
}

function measured({ supervisor, oneShots, clock }: Measured): readonly MeasuredHarness[] {
  const residents = [...supervisor.units.values()].map(({ name, lifecycle }) => ({
    name,
    state: lifecycle.state,
    restarts: Math.max(0, lifecycle.run - 1),
    failures: lifecycle.streak.failures,
    backOffMs: Math.max(0, (lifecycle.nextStartMs ?? 0) - clock.nowMs()),
  }));
  const others = [...oneShots.units.values()].map(({ name, state }) => ({
    name,
    state,
    restarts: 0,
    failures: 0,
    backOffMs: 0,
  }));
  return [...residents, ...others];
}
