import { join } from 'node:path';
import type { OutputPipes } from '@harness/hook-runner';
import type { Fact } from '@harness/notify-core';
import type { Store } from '@harness/store';
import type { Policy } from '@harness/supervision';
import type { RestartCounts } from '../board/restart-hours.ts';
import type { Clock } from '../clock.ts';
import type { Guarding } from '../guards/guarding.ts';
import type { Notifier } from '../notify/notifier.ts';
import { type DurableLog, openDurableLog } from '../output/durable-log.ts';
import { logFileName } from '../output/log-file-name.ts';
import type { DaemonSettings } from '../parts.ts';
import type { ForklessStart } from '../process/forkless-start.ts';

import { createOneShots, type OneShots } from '../runs/one-shots.ts';
import { openRunBook } from '../runs/run-book.ts';
import type { WarmUp } from '../warm-up.ts';
import { inheritableEnvironment } from './harness-environment.ts';
import { harnessRequest } from './harness-request.ts';
import { markStart } from './mark-start.ts';
import { createPacer } from './pacer.ts';
import { createPredecessors, type Predecessors } from './predecessors.ts';
import { createSupervisor, type Supervisor } from './supervisor.ts';
import type { UnitContext } from './unit.ts';

export interface SuperviseOptions {
  readonly settings: DaemonSettings;
  readonly clock: Clock;
  readonly policy: Policy;
  readonly store: Store;
  readonly notifier: Pick<Notifier, 'endAlerts' | 'forget' | 'openAlerts' | 'raise'>;
  readonly guards: Guarding;
  readonly warmUp: WarmUp;
  readonly restarts: RestartCounts;
  readonly pipes: OutputPipes;
  readonly forkless: ForklessStart;
}

/** Residents and one-shots: real processes, with their logs in the state folder. */
export interface Supervision {
  readonly supervisor: Supervisor;
  readonly oneShots: OneShots;
  readonly predecessors: Predecessors;
}

/** Supervises real processes and hands what it has to tell to the notifier. */
export function superviseHarnesses(options: SuperviseOptions): Supervision {
  const { settings, clock, policy, notifier, guards, restarts } = options;
  const shared = {
    ...options,
    log: settings.log,
    predecessors: createPredecessors({
      store: options.store,
      log: settings.log,
      stopGraceMs: policy.stopGraceMs,
    }),
    context: runContext(options),
    openLog: (harness: string) =>
      openLog(options, harness, { folder: settings.folder.logs, file: logFileName(harness) }),
    removed: (harness: string): void => {
      guards.forget(harness);
      notifier.forget(harness);
      restarts.forget(harness);
    },
  };
  return {
    predecessors: shared.predecessors,
    supervisor: createSupervisor({
      ...shared,
      tell: (harness, fact) => notifier.raise(harness, fullFact(fact)),
      dismissed: notifier.endAlerts,
      followed(unit, before) {
        guards.followed(unit, before);
        if (unit.lifecycle.run > Math.max(before.run, 1)) {
          restarts.restarted(unit.name, clock.nowMs());
        }
      },
      enter: guards.enter,
    }),
    oneShots: createOneShots({
      ...shared,
      openBook: (book) => {
        const folder = join(settings.folder.logs, 'runs', encodeURIComponent(book.harness));
        return openRunBook({
          ...options,
          ...book,
          folder,
          openLog: (file) => openLog(options, book.harness, { folder, file }),
        });
      },
      tell: notifier.raise,
      guards,
      enter(harness) {
        guards.enter(harness);
        return guards.holds(harness) ? 'parked' : 'open';
      },
      succeeded(harness) {
        if (notifier.openAlerts(harness).length > 0) {
          notifier.raise(harness, { kind: 'proven_back', closes: [] });
        }
      },
    }),
  };
}

function runContext({
  settings,
  clock,
  policy,
  store,
  guards,
  warmUp,
  pipes,
  forkless,
}: SuperviseOptions): Omit<UnitContext, 'changed' | 'tell'> {
  const { env, border, log } = settings;
  const inherited = inheritableEnvironment(env);
  return {
    clock,
    policy,
    pacer: createPacer(),
    spawn: { pipes, forkless, nowMs: clock.nowMs, forked: warmUp.forked },
    border,
    async request(spec) {
      const request = await harnessRequest(spec, inherited, log);
      if ('kind' in request) {
        return request;
      }
      await guards.starting(spec, request);
      return markStart(spec.name, request, store, clock.wallMs());
    },
    together: store.together,
  };
}

function openLog(
  { settings: { log }, clock }: SuperviseOptions,
  harness: string,
  place: { readonly folder: string; readonly file: string },
): DurableLog {
  return openDurableLog({
    ...place,
    wallMs: clock.wallMs,
    onTrouble: (error) => {
      if (error === undefined) {
        log.info({ harness }, 'its log is written again');
      } else {
        log.error({ harness, err: error }, 'its log cannot be written');
      }
    },
  });
}

/** Supervision does not know which alerts a proof closes; the notifier does, and fills it in. */
function fullFact(fact: Parameters<Parameters<typeof createSupervisor>[0]['tell']>[1]): Fact {
  return fact.kind === 'proven_back' ? { ...fact, closes: [] } : fact;
}
