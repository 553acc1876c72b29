import { argvOf, type HarnessSpec } from '@harness/harness-config';
import type { Fact } from '@harness/notify-core';
import type { Store } from '@harness/store';
import type { Policy } from '@harness/supervision';
import type { Clock } from '../clock.ts';
import type { Notifier } from '../notify/notifier.ts';
import { openDurableLog } from '../output/durable-log.ts';
import { logFileName } from '../output/log-file-name.ts';
import type { DaemonSettings } from '../parts.ts';
import { openOutputPipes } from '../process/output-pipe.ts';
import type { SpawnRequest } from '../process/spawn-process.ts';
import { confinement, harnessEnvironment, inheritableEnvironment } from './harness-environment.ts';
import { createPacer } from './pacer.ts';
import { createSupervisor, type Supervisor } from './supervisor.ts';

export interface SuperviseOptions {
  readonly settings: DaemonSettings;
  readonly clock: Clock;
  readonly policy: Policy;
  readonly store: Store;
  readonly notifier: Pick<Notifier, 'raise' | 'endAlerts' | 'forget'>;
}

const TERMINAL = { cols: 120, rows: 40 };

/** Supervises real processes, with their logs in the state folder, and hands what it has to tell to the notifier. */
export function superviseHarnesses(options: SuperviseOptions): Supervisor {
  const { settings, clock, policy, store, notifier } = options;
  const { env, folder, admit, log } = settings;
  const inherited = inheritableEnvironment(env);

  async function request(spec: HarnessSpec): Promise<SpawnRequest> {
    const { variables, unreadable } = await harnessEnvironment(
      inherited,
      spec.envFiles,
      confinement(spec),
    );
    for (const file of unreadable) {
      log.warn({ harness: spec.name, file }, 'env_file: left out');
    }
    return {
      argv: argvOf(spec),
      cwd: spec.workdir,
      env: variables,
      tty: spec.tty ? TERMINAL : false,
    };
  }

  const supervisor: Supervisor = createSupervisor({
    clock,
    store,
    log,
    context: {
      clock,
      policy,
      pacer: createPacer(),
      spawn: { pipes: openOutputPipes(folder.pipes), nowMs: clock.nowMs },
      admit,
      request,
    },
    openLog: (harness) =>
      openDurableLog({
        folder: folder.logs,
        file: logFileName(harness),
        wallMs: clock.wallMs,
        onTrouble: (error) => logLogTrouble(harness, error),
      }),
    tell: (harness, fact) => notifier.raise(harness, fullFact(fact)),
    dismissed: notifier.endAlerts,
    removed: notifier.forget,
  });

  function logLogTrouble(harness: string, error: Error | undefined): void {
    if (error === undefined) {
      log.info({ harness }, 'its log is written again');
    } else {
      log.error({ harness, err: error }, 'its log cannot be written');
    }
  }
  return supervisor;
}

/** Supervision does not know which alerts a proof closes; the notifier does, and fills it in. */
function fullFact(fact: Parameters<Parameters<typeof createSupervisor>[0]['tell']>[1]): Fact {
  return fact.kind === 'proven_back' ? { ...fact, closes: [] } : fact;
}
