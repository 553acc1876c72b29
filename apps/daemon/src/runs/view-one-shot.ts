import type { HarnessDetail, HarnessView, LastRunView, RunView } from '@harness/protocol';
import type { Store } from '@harness/store';
import { shownArgv } from '../adapters/shown-argv.ts';
import type { OneShot } from './one-shot.ts';
import { viewOfRun } from './view-run.ts';

// The run in flight and the one that waits may stand before the newest that came out.
const LOOK_BACK = 2;

/** A one-shot as `list` shows it. */
export function viewOfOneShot(
  oneShot: OneShot,
  store: Store,
  nextRunMs: number | undefined,
): HarnessView {
  const { name, spec, state, intent, sinceMs, slot } = oneShot;
  const pid = oneShot.pid();
  const last = lastRun(name, store);
  return {
    name,
    kind: spec.adapter,
    state,
    intent: intent.wanted ? 'on' : 'off',
    ...(pid === undefined ? {} : { pid }),
    since: instant(sinceMs),
    restarts: 0,
    ...lastExit(last),
    runs: {
      ...(slot.current === undefined ? {} : { current: slot.current.run }),
      ...(slot.waiting === undefined ? {} : { waiting: slot.waiting }),
      ...(last === undefined ? {} : { last: shortly(last) }),
      ...(nextRunMs === undefined ? {} : { nextAt: instant(nextRunMs) }),
    },
    ...(spec.description === undefined ? {} : { description: spec.description }),
    source: `${spec.source.file}:${spec.source.line}`,
  };
}

/** A one-shot as `describe` shows it. */
export function detailOfOneShot(
  oneShot: OneShot,
  view: HarnessView,
  alerts: HarnessDetail['alerts'],
): HarnessDetail {
  const { spec, intent, log } = oneShot;
  const { runs } = spec;
  return {
    ...view,
    argv: shownArgv(spec),
    workdir: spec.workdir,
    tty: spec.tty,
    restart: spec.restart,
    restartDelayMs: spec.restartDelayMs,
    intentBy: intent.by,
    intentWhy: intent.why,
    intentAt: instant(intent.atMs),
    logFile: log.path,
    alerts,
    ...(runs === undefined
      ? {}
      : {
          runRules: {
            timeoutMs: runs.timeoutMs,
            onOverlap: runs.onOverlap,
            keepRuns: runs.keepRuns,
            ...(runs.schedule === undefined ? {} : { schedule: scheduleText(runs.schedule) }),
          },
        }),
  };
}

function lastRun(harness: string, store: Store): RunView | undefined {
  return store
    .runs({ harness, limit: LOOK_BACK + 1 })
    .map(viewOfRun)
    .find(({ outcome }) => outcome !== undefined);
}

function shortly({ run, outcome, endedAt }: RunView): LastRunView {
  return {
    run,
    ...(outcome === undefined ? {} : { outcome }),
    ...(endedAt === undefined ? {} : { endedAt }),
  };
}

function lastExit(last: RunView | undefined): Pick<HarnessView, 'lastExit'> {
  return last?.exit === undefined || last.endedAt === undefined
    ? {}
    : {
        lastExit: {
          exit: last.exit,
          at: last.endedAt,
          ...(last.cause === undefined || last.exit.reason !== undefined
            ? {}
            : { line: last.cause }),
        },
      };
}

function scheduleText({
  pattern,
  timeZone,
}: {
  readonly pattern: string;
  readonly timeZone?: string;
}): string {
  return timeZone === undefined ? pattern : `CRON_TZ=${timeZone} ${pattern}`;
}

function instant(unixMs: number): string {
  return new Date(unixMs).toISOString();
}
