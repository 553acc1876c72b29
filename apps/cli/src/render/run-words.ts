import type { HarnessView, RunRules } from '@harness/protocol';
import { durationWords, timeSince } from './duration.ts';

/** The runs of a one-shot in short: which one goes on, how the last one came out, when the next one starts. */
export function runWords({ runs }: HarnessView, nowMs: number): readonly string[] {
  if (runs === undefined) {
    return [];
  }
  const { current, waiting, last, nextAt } = runs;
  return [
    ...(current === undefined ? [] : [`run ${current} in flight`]),
    ...(waiting === undefined ? [] : [`run ${waiting} waits`]),
    ...(last === undefined ? [] : [`run ${last.run} ${last.outcome ?? 'running'}`]),
    ...(nextAt === undefined ? [] : [`next run in ${timeUntil(nextAt, nowMs)}`]),
  ];
}

/** The facts that `describe` has about a one-shot's runs: label and value. */
export function runFacts(
  { runs, runRules, intent }: HarnessView & { readonly runRules?: RunRules },
  nowMs: number,
): readonly (readonly [string, string])[] {
  if (runs === undefined || runRules === undefined) {
    return [];
  }
  const { current, waiting, last, nextAt } = runs;
  const { timeoutMs, onOverlap, keepRuns, schedule } = runRules;
  const idle = intent === 'on' ? 'none that comes' : 'none, the schedule is off';
  return [
    ...(current === undefined ? [] : [['run', `${current} in flight`] as const]),
    ...(waiting === undefined ? [] : [['waiting', `run ${waiting}`] as const]),
    ...(last === undefined ? [] : [['last run', lastWords(last, nowMs)] as const]),
    ...(schedule === undefined ? [] : [['schedule', schedule] as const]),
    ...(schedule === undefined
      ? []
      : [
          [
            'next run',
            nextAt === undefined ? idle : `${nextAt}, in ${timeUntil(nextAt, nowMs)}`,
          ] as const,
        ]),
    ['timeout', timeoutMs === 0 ? 'none' : durationWords(timeoutMs)],
    ['overlap', onOverlap],
    ['kept runs', String(keepRuns)],
  ];
}

function lastWords(
  { run, outcome, endedAt }: NonNullable<NonNullable<HarnessView['runs']>['last']>,
  nowMs: number,
): string {
  const ago = endedAt === undefined ? '' : `, ${timeSince(endedAt, nowMs)} ago`;
  return `${run} ${outcome ?? 'running'}${ago}`;
}

function timeUntil(instant: string, nowMs: number): string {
  return durationWords(Date.parse(instant) - nowMs + 999);
}
