import { NOTIFIED_EVENTS } from '@harness/notify-core';
import type { Check } from '@harness/protocol';
import { parkedUntil } from '../guards/guards-view.ts';
import type { Parts } from '../parts.ts';
import { examineAll } from './checks.ts';
import {
  alertsCheck,
  type ExaminedHarness,
  envFilesCheck,
  intentsCheck,
  type OpenTrouble,
} from './harness-checks.ts';
import { notifyCheck } from './notify-check.ts';
import { blindCheck, boardCheck, configCheck, listenerCheck, storeCheck } from './other-checks.ts';
import { projectsCheck } from './projects-check.ts';
import { settingsCheck } from './settings-check.ts';
import { type ExaminedTranscript, transcriptsCheck } from './transcripts-check.ts';

/** Every row of doctor that the daemon can give, in the order of the report. */
export function examine(parts: Parts): Promise<readonly Check[]> {
  const { settings, clock, store, metrics, notifier, listener, blind } = parts;
  const { configuration, env } = settings;
  const harnesses = examined(parts);
  return examineAll({
    settings: () => settingsCheck(settings, parts.socket),
    config: () => configCheck(configuration),
    projects: () => projectsCheck(settings.projects),
    notify: () =>
      notifyCheck({
        table: configuration.config.notify,
        deliveries: store.lastDeliveries(),
        searchPath: env['PATH'],
        waiting: notifier.depth,
        countOf: (result) =>
          NOTIFIED_EVENTS.reduce((sum, event) => sum + metrics.count(event, result), 0),
        startedMs: parts.startedMs,
        nowMs: clock.wallMs(),
      }),
    alerts: () => alertsCheck(openTroubles(parts), harnesses, clock.wallMs()),
    intents: () => intentsCheck(harnesses, clock.wallMs()),
    env_files: () => envFilesCheck(harnesses),
    transcripts: () => transcriptsCheck(transcripts(parts), clock.wallMs()),
    store: () => storeCheck(store),
    metrics: () => listenerCheck(listener.state),
    board: () => boardCheck(configuration.config.server.board, listener.state),
    watch: () => blindCheck(blind),
  });
}

function examined({ supervisor, oneShots, guards }: Parts): readonly ExaminedHarness[] {
  const residents = [...supervisor.units.values()].map(({ name, spec, lifecycle }) => ({
    name,
    enabled: spec.enabled,
    failed: lifecycle.state === 'failed',
    intent: lifecycle.intent,
    envFiles: spec.envFiles,
    ...parkedUntil(guards.of(name)),
  }));
  const others = [...oneShots.units.values()].map(({ name, spec, intent, badRun }) => ({
    name,
    enabled: spec.enabled,
    failed: false,
    intent,
    envFiles: spec.envFiles,
    ...(badRun === undefined || !intent.wanted ? {} : { badRun }),
    ...parkedUntil(guards.of(name)),
  }));
  return [...residents, ...others];
}

function transcripts({ supervisor, oneShots, guards }: Parts): readonly ExaminedTranscript[] {
  return [...supervisor.units.values(), ...oneShots.units.values()]
    .filter(({ spec }) => spec.transcript !== undefined)
    .map((unit) => {
      const { status, lastSuccessMs } = guards.of(unit.name)?.watch ?? {};
      return { name: unit.name, isUp: unit.pid() !== undefined, status, lastSuccessMs };
    });
}

function openTroubles({ supervisor, oneShots, notifier }: Parts): readonly OpenTrouble[] {
  return [...supervisor.units.keys(), ...oneShots.units.keys()].flatMap((harness) =>
    notifier.openAlerts(harness).map(({ event, episode, sinceMs }) => ({
      harness,
      alert: { event, episode, since: new Date(sinceMs).toISOString() },
    })),
  );
}
