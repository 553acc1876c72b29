import { describeOutcome } from '@harness/notify-core';
import type {
  Check,
  HarnessDetail,
  HarnessesAnswer,
  HarnessVerb,
  NotificationsAnswer,
  NotifyTest,
  ReloadSummary,
} from '@harness/protocol';
import type { HistoryFilter } from '@harness/store';
import type { Control } from './api/control.ts';
import { Refusal } from './api/refusal.ts';
import { dropProject, namesChangedOnDisk, takeProject } from './config/project-verbs.ts';
import { examine } from './doctor/examine.ts';
import { createHarnesses } from './harnesses.ts';
import { listen } from './metrics/listen.ts';
import { readHistory } from './notify/read-history.ts';
import { serveLog, textOf } from './output/serve-log.ts';
import type { Parts } from './parts.ts';
import { listRuns, triggerRun } from './runs/run-desk.ts';
import { serveRunLog } from './runs/serve-run-log.ts';
import { applyConfiguration } from './supervisor/apply-configuration.ts';
import { hasBooted } from './supervisor/supervisor.ts';
import { awaitsRestart } from './supervisor/view.ts';

/** What the local API may ask of this daemon. */
export function createControl(parts: Parts): Control {
  const { settings, clock, life, notifier, store, supervisor, oneShots, guards } = parts;
  const { configuration, folder, log } = settings;
  const harnesses = createHarnesses(parts);
  let testing = false;

  function refuseWhileEnding(): void {
    if (life.ending) {
      throw new Refusal('shutting_down', 'the daemon is ending');
    }
  }

  function alertsOf(name: string): HarnessDetail['alerts'] {
    return notifier.openAlerts(name).map(({ event, episode, sinceMs }) => ({
      event,
      episode,
      since: new Date(sinceMs).toISOString(),
    }));
  }

  function list(): HarnessesAnswer {
    const names = namesChangedOnDisk(settings.projects);
    const { problems } = configuration;
    return {
      harnesses: harnesses
        .list()
        .map((view) => (names.has(view.name) ? { ...view, changedOnDisk: true } : view)),
      ...(problems.length === 0 ? {} : { configProblems: problems }),
    };
  }

  function notifications(filter: HistoryFilter): NotificationsAnswer {
    const { notify: table } = configuration.config;
    const found = readHistory(filter, { store, clock, cooldownMs: table?.cooldownMs });
    const { harness } = filter;
    // A harness that is gone still has a past.
    if (found.length === 0 && harness !== undefined) {
      harnesses.log(harness);
    }
    return { notifications: found, ...(table === undefined ? {} : { events: table.events }) };
  }

  async function reload(why: string): Promise<ReloadSummary> {
    refuseWhileEnding();
    const before = configuration.config;
    const outcome = await configuration.reload();
    if (outcome.kind === 'refused') {
      log.error(
        { why, problems: outcome.problems },
        'reload refused: the configuration stays as it was',
      );
      throw new Refusal(
        'config_refused',
        'the configuration on disk is refused; the old one stays in force',
        {
          problems: outcome.problems,
        },
      );
    }
    settings.border.reconfigure(configuration.config.redact);
    applyConfiguration(parts);
    notifier.reconfigured();
    parts.heartbeat.follow(configuration.config.daemon.heartbeat);
    if (
      before.server !== configuration.config.server &&
      outcome.changed.sections.includes('server')
    ) {
      await listen(parts);
    }
    log.level = configuration.config.daemon.logLevel;
    log.info({ why, ...outcome.changed }, 'reloaded');
    logUnkept();
    const restartToApply = [...supervisor.units.values()]
      .filter(awaitsRestart)
      .map(({ name }) => name);
    return { ...outcome.changed, restartToApply };
  }

  function logUnkept(): void {
    if (configuration.notKept !== undefined) {
      log.error({ reason: configuration.notKept }, 'the configuration could not be written down');
    }
  }

  async function act(name: string, verb: HarnessVerb): ReturnType<Control['act']> {
    refuseWhileEnding();
    return await harnesses.act(name, verb);
  }

  async function notifyTest(inside: string | undefined): Promise<NotifyTest> {
    refuseWhileEnding();
    if (inside !== undefined && notifier.isRunning(inside)) {
      throw new Refusal('inside_delivery', 'a hook may not ask for a test of itself');
    }
    if (testing) {
      throw new Refusal('test_running', 'another test is running');
    }
    const outcome = notifier.test();
    if (outcome === undefined) {
      throw new Refusal('notify_off', 'no hook is configured', {
        hint: `add a [notify] table to ${configuration.file}, then \`harness reload\``,
      });
    }
    testing = true;
    try {
      const { result, durationMs, tail, ...rest } = await outcome;
      return {
        result,
        detail: describeOutcome(rest),
        durationMs,
        ...(tail === undefined ? {} : { tail }),
      };
    } finally {
      testing = false;
    }
  }

  return {
    status: () => ({
      pid: process.pid,
      version: parts.version,
      startedAt: new Date(parts.startedMs).toISOString(),
      stateFolder: folder.path,
      socket: parts.socket,
      configFile: configuration.file,
      state: [...supervisor.units.values()].every(
        (unit) => hasBooted(unit) || guards.holds(unit.name),
      )
        ? 'ready'
        : 'starting',
      configProblems: configuration.problems,
    }),
    list,
    describe(name) {
      const detail = harnesses.describe(name, alertsOf(name));
      return namesChangedOnDisk(settings.projects).has(name)
        ? { ...detail, changedOnDisk: true }
        : detail;
    },
    act,
    reload,
    up(folder) {
      refuseWhileEnding();
      return takeProject(parts, folder);
    },
    down(folder) {
      refuseWhileEnding();
      return dropProject(parts, folder);
    },
    notifications,
    async trigger(name, options) {
      refuseWhileEnding();
      return await triggerRun(harnesses.oneShot(name), store, options);
    },
    async throwaway(request, sink, signal) {
      refuseWhileEnding();
      const isTaken = (name: string): boolean => supervisor.units.has(name);
      await oneShots.throwaway(request, isTaken, sink, signal);
    },
    runs(request) {
      const found = listRuns(store, request);
      // A harness that is gone still has a past.
      if (found.length === 0 && request.harness !== undefined) {
        harnesses.log(request.harness);
      }
      return found;
    },
    async logs(name, request, sink, signal) {
      const { run } = request;
      if (request.screen === true) {
        await sink(textOf(harnesses.screen(name)));
      } else if (run === undefined) {
        await serveLog(harnesses.log(name), request, sink, signal);
      } else {
        await serveRunLog(harnesses.oneShot(name), { ...request, run }, store, sink, signal);
      }
    },
    async overview() {
      const { readOverview } = await import('./board/read-overview.ts');
      return readOverview(parts, { list, notifications });
    },
    boardLink: parts.board.link,
    doctor: (): Promise<readonly Check[]> => examine(parts),
    notifyTest: ({ insideDelivery }) => notifyTest(insideDelivery),
    shutdown: life.end,
  };
}
