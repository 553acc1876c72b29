import type { ExitView, HarnessDetail, HarnessView } from '@harness/protocol';
import type { Exit } from '@harness/supervision';
import { shownArgv } from '../adapters/shown-argv.ts';
import type { Clock } from '../clock.ts';
import type { Unit } from './unit.ts';

/** A harness as `list` shows it. */
export function viewOf(unit: Unit, clock: Clock): HarnessView {
  const { lifecycle, spec, lastEndMs } = unit;
  const pid = unit.pid();
  const { lastExit, nextStartMs, intent, streak } = lifecycle;
  return {
    name: unit.name,
    kind: spec.adapter,
    state: lifecycle.state,
    intent: intent.wanted ? 'on' : 'off',
    ...(pid === undefined ? {} : { pid }),
    since: instant(unit.sinceMs),
    restarts: streak.failures,
    ...(lastExit === undefined || lastEndMs === undefined
      ? {}
      : {
          lastExit: {
            exit: exitView(lastExit.exit),
            at: instant(lastEndMs),
            ...(lastExit.lastLine === undefined ? {} : { line: lastExit.lastLine }),
          },
        }),
    ...(nextStartMs === undefined
      ? {}
      : { nextStartAt: instant(clock.wallMs() + (nextStartMs - clock.nowMs())) }),
    ...(spec.description === undefined ? {} : { description: spec.description }),
    ...(awaitsRestart(unit) ? { restartToApply: true } : {}),
    source: `${spec.source.file}:${spec.source.line}`,
  };
}

/** A harness as `describe` shows it. */
export function detailOf(
  unit: Unit,
  view: HarnessView,
  alerts: HarnessDetail['alerts'],
): HarnessDetail {
  const { spec, lifecycle } = unit;
  const { by, why, atMs } = lifecycle.intent;
  return {
    ...view,
    argv: shownArgv(spec),
    workdir: spec.workdir,
    tty: spec.tty,
    restart: spec.restart,
    restartDelayMs: spec.restartDelayMs,
    intentBy: by,
    intentWhy: why,
    intentAt: instant(atMs),
    logFile: unit.log.path,
    alerts,
  };
}

/** Whether the run that is up was started from an older configuration. */
export function awaitsRestart(unit: Unit): boolean {
  return (
    unit.pid() !== undefined &&
    unit.startedFrom !== undefined &&
    launchOf(unit.startedFrom) !== launchOf(unit.spec)
  );
}

/** What of a specification only a new process takes up. */
function launchOf(spec: Unit['spec']): string {
  return JSON.stringify([shownArgv(spec), spec.workdir, spec.envFiles, spec.tty]);
}

/** How a run ended, as the local API says it. */
export function exitView(exit: Exit): ExitView {
  switch (exit.kind) {
    case 'exited':
      return { code: exit.code };
    case 'signalled':
      return { signal: exit.signal };
    case 'not_started':
      return { reason: exit.reason };
  }
}

function instant(unixMs: number): string {
  return new Date(unixMs).toISOString();
}
