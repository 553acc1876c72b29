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
import { unknownHarness } from './api/unknown-harness.ts';
import { dropProject, takeProject } from './config/project-verbs.ts';
import { examine } from './doctor/examine.ts';
import { listen } from './metrics/listen.ts';
import { readHistory } from './notify/read-history.ts';
import { followLog } from './output/follow-log.ts';
import { readLastLines } from './output/read-log.ts';
import type { Parts } from './parts.ts';
import { applyConfiguration } from './supervisor/apply-configuration.ts';
import { hasBooted } from './supervisor/supervisor.ts';
import type { Unit } from './supervisor/unit.ts';
import { awaitsRestart, detailOf, viewOf } from './supervisor/view.ts';

/** What the local API may ask of this daemon. */
export function createControl(parts: Parts): Control {
  const { settings, clock, life, notifier, store, supervisor } = parts;
  const { configuration, folder, log } = settings;
  let testing = false;

  function unitOf(name: string): Unit {
    const unit = supervisor.units.get(name);
    if (unit === undefined) {
      throw unknownHarness(name, [...supervisor.units.keys()]);
    }
    return unit;
  }

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
    const { projects } = settings;
    const outdated = projects.all.filter(projects.isStale).flatMap(({ harnesses }) => harnesses);
    const names = new Set(outdated.map(({ name }) => name));
    const { problems } = configuration;
    return {
      harnesses: [...supervisor.units.values()].map((unit) => ({
        ...viewOf(unit, clock),
        ...(names.has(unit.name) ? { changedOnDisk: true } : {}),
      })),
      ...(problems.length === 0 ? {} : { configProblems: problems }),
    };
  }

  function notifications(filter: HistoryFilter): NotificationsAnswer {
    const { notify: table } = configuration.config;
    const found = readHistory(filter, { store, clock, cooldownMs: table?.cooldownMs });
    const { harness } = filter;
    // A harness that is gone still has a past.
    if (found.length === 0 && harness !== undefined) {
      unitOf(harness);
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
    applyConfiguration(parts);
    notifier.reconfigured();
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
    const unit = unitOf(name);
    await supervisor.act(unit, verb);
    return viewOf(unit, clock);
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
      state: [...supervisor.units.values()].every(hasBooted) ? 'ready' : 'starting',
      configProblems: configuration.problems,
    }),
    list,
    describe: (name) => detailOf(unitOf(name), clock, alertsOf(name)),
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
    async logs(name, { lines, follow }, sink, signal) {
      const { log: harnessLog } = unitOf(name);
      await harnessLog.flush();
      if (!follow) {
        await sink(text(await readLastLines(harnessLog.path, { lines })));
        return;
      }
      const batches = followLog(harnessLog.path, harnessLog.onAppended, { lines, signal });
      for await (const batch of batches) {
        await sink(text(batch));
      }
    },
    doctor: (): Promise<readonly Check[]> => examine(parts),
    notifyTest: ({ insideDelivery }) => notifyTest(insideDelivery),
    shutdown: life.end,
  };
}

function text(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join('');
}
