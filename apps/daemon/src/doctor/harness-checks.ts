import { stat } from 'node:fs/promises';
import { durationText } from '@harness/notify-core';
import type { AlertView, Check } from '@harness/protocol';
import type { Intent } from '@harness/supervision';
import { type BadRun, badRunWords } from '../runs/run-book.ts';

/** A harness as doctor sees it. */
export interface ExaminedHarness {
  readonly name: string;
  /** Configuration starts it with the daemon. */
  readonly enabled: boolean;
  readonly failed: boolean;
  readonly intent: Intent;
  readonly envFiles: readonly string[];
  /** When its park for quota ends, RFC 3339; absent unless it is parked. */
  readonly parkedUntil?: string;
  /** The newest run of a one-shot that is meant to be on, where it came out badly and none well since. */
  readonly badRun?: Pick<BadRun, 'run' | 'outcome' | 'streak'>;
}

/** A harness whose trouble a person was told of and that is not over. */
export interface OpenTrouble {
  readonly harness: string;
  readonly alert: AlertView;
}

/** Which alerts are open, which harnesses gave up, which a guard has stopped, whose runs fail, and which are parked. */
export function alertsCheck(
  open: readonly OpenTrouble[],
  harnesses: readonly ExaminedHarness[],
  nowMs: number,
): Check {
  const told = open.map(
    ({ harness, alert }) =>
      `${harness}: ${alert.event}, ${ago(Date.parse(alert.since), nowMs)} ago`,
  );
  const untold = harnesses.filter(({ name }) => !open.some(({ harness }) => harness === name));
  const failed = untold.filter((one) => one.failed);
  const stopped = untold.filter((one) => !one.failed && isStoppedByGuard(one));
  const failing = harnesses.flatMap(({ name, badRun }) =>
    badRun === undefined ? [] : [{ harness: name, ...badRun }],
  );
  const parked = harnesses.filter(({ parkedUntil }) => parkedUntil !== undefined);
  const lines = [
    ...told,
    ...failed.map(({ name }) => `${name}: failed`),
    ...stopped.map(({ name, intent }) => `${name}: stopped by a guard (${intent.why})`),
    ...failing
      .filter(({ harness }) => untold.some(({ name }) => name === harness))
      .map(({ harness, run, ...bad }) => `${harness}: run ${run} ${badRunWords(bad)}`),
    ...parked.map(({ name, parkedUntil }) => `${name}: parked until ${parkedUntil}`),
  ];
  return lines.length === 0
    ? { check: 'alerts', status: 'ok', detail: 'none open' }
    : {
        check: 'alerts',
        status: 'warn',
        detail: lines.join('; '),
        hint: '`harness describe NAME` says more',
        data: {
          open,
          failed: namesOf(harnesses.filter((one) => one.failed)),
          stopped_by_guard: namesOf(harnesses.filter(isStoppedByGuard)),
          failing: failing.map(({ harness, run, outcome, streak }) => ({
            harness,
            run,
            outcome,
            streak,
          })),
          parked: parked.map(({ name, parkedUntil }) => ({ harness: name, until: parkedUntil })),
        },
      };
}

/** Whether every harness that configuration starts is meant to be up, and who turned off those that are not. */
export function intentsCheck(harnesses: readonly ExaminedHarness[], nowMs: number): Check {
  const started = harnesses.filter(({ enabled }) => enabled);
  const off = started.filter(({ intent }) => !intent.wanted);
  if (off.length === 0) {
    const count = started.length === 1 ? '1 harness' : `${started.length} harnesses`;
    return { check: 'intents', status: 'ok', detail: `${count} to start with the daemon, all on` };
  }
  const lines = off.map(
    ({ name, intent: { by, why, atMs } }) =>
      `${name}: off by ${by} (${why}), ${ago(atMs, nowMs)} ago`,
  );
  return {
    check: 'intents',
    // What an operator stopped is as it was wanted.
    status: off.some(({ intent }) => intent.by !== 'operator') ? 'warn' : 'ok',
    detail: `configuration starts them, but: ${lines.join('; ')}`,
    hint: '`harness start NAME` turns one on',
    data: {
      off: off.map(({ name, intent: { by, why, atMs } }) => ({
        name,
        by,
        why,
        since: new Date(atMs).toISOString(),
      })),
    },
  };
}

/** Whether the files with variables are there; no row where no harness has one. */
export async function envFilesCheck(
  harnesses: readonly ExaminedHarness[],
): Promise<readonly Check[]> {
  const files = harnesses.flatMap(({ name, envFiles }) => envFiles.map((file) => ({ name, file })));
  const isThere = await Promise.all(files.map(({ file }) => exists(file)));
  const missing = files.filter((_, index) => isThere[index] === false);
  if (files.length === 0) {
    return [];
  }
  return missing.length === 0
    ? [{ check: 'env_files', status: 'ok', detail: `all ${files.length} are there` }]
    : [
        {
          check: 'env_files',
          status: 'warn',
          detail: missing.map(({ name, file }) => `${name}: there is no ${file}`).join('; '),
          hint: 'a harness starts without the variables of a file that is missing',
          data: { missing },
        },
      ];
}

function isStoppedByGuard({ intent }: ExaminedHarness): boolean {
  return intent.by === 'guard' && !intent.wanted;
}

function namesOf(harnesses: readonly ExaminedHarness[]): readonly string[] {
  return harnesses.map(({ name }) => name);
}

function ago(sinceMs: number, nowMs: number): string {
  return durationText(Math.max(0, nowMs - sinceMs));
}

async function exists(file: string): Promise<boolean> {
  try {
    await stat(file);
    return true;
  } catch {
    // Also one that this user may not reach: it is as good as missing.
    return false;
  }
}
