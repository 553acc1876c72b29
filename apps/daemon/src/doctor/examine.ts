import type { Check } from '@harness/protocol';
import type { Parts } from '../parts.ts';
import { examineAll } from './checks.ts';
import { notifyCheck } from './notify-check.ts';
import {
  alertsCheck,
  blindCheck,
  configCheck,
  listenerCheck,
  type OpenTrouble,
  storeCheck,
} from './other-checks.ts';

/** Every row of doctor that the daemon can give, in the order of the report. */
export function examine(parts: Parts): Promise<readonly Check[]> {
  const { settings, clock, store, notifier, supervisor, listener, blind } = parts;
  const { configuration, env } = settings;
  return examineAll({
    config: () => configCheck(configuration),
    notify: () =>
      notifyCheck({
        table: configuration.config.notify,
        deliveries: store.lastDeliveries(),
        searchPath: env['PATH'],
        waiting: notifier.depth,
        nowMs: clock.wallMs(),
      }),
    alerts: () => {
      const failed = [...supervisor.units.values()].filter(
        ({ lifecycle }) => lifecycle.state === 'failed',
      );
      return alertsCheck(
        openTroubles(parts),
        failed.map(({ name }) => name),
        clock.wallMs(),
      );
    },
    store: () => storeCheck(store),
    metrics: () => listenerCheck(listener.state),
    watch: () => blindCheck(blind),
  });
}

function openTroubles({ supervisor, notifier }: Parts): readonly OpenTrouble[] {
  return [...supervisor.units.keys()].flatMap((harness) =>
    notifier.openAlerts(harness).map(({ event, episode, sinceMs }) => ({
      harness,
      alert: { event, episode, since: new Date(sinceMs).toISOString() },
    })),
  );
}
