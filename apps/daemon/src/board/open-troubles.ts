import type { EventName } from '@harness/notify-core';
import type { Parts } from '../parts.ts';
import type { OneShot } from '../runs/one-shot.ts';
import { badRunWords } from '../runs/run-book.ts';
import type { Unit } from '../supervisor/unit.ts';

/** A trouble of a harness that is not over. */
export interface Trouble {
  readonly harness: string;
  readonly event: EventName;
  /** Wall clock; undefined where only its notification knows. */
  readonly sinceMs: number | undefined;
  /** When the harness entered its state, wall clock: the best guess where nothing else is known. */
  readonly stateSinceMs: number;
  readonly cause: string | undefined;
  /** What the daemon did about it. */
  readonly did: string;
  /** Commands that help, the likeliest first. */
  readonly commands: readonly string[];
}

/** What troubles harnesses need of the daemon's parts. */
export type TroubledParts = Pick<
  Parts,
  'clock' | 'guards' | 'notifier' | 'oneShots' | 'supervisor'
>;

/**
 * Every trouble that is not over, by what is so now and not by whether somebody was told: a hook that fails must not hide
 * a harness that has. A park is none, for it ends by itself.
 */
export function openTroubles(parts: TroubledParts): readonly Trouble[] {
  const { supervisor, oneShots } = parts;
  return [
    ...[...supervisor.units.values()].flatMap((unit) => residentTroubles(unit, parts)),
    ...[...oneShots.units.values()].flatMap((unit) => oneShotTroubles(unit, parts)),
  ];
}

function residentTroubles(unit: Unit, parts: TroubledParts): readonly Trouble[] {
  const { lifecycle } = unit;
  const found = [
    ...failedTrouble(unit),
    ...stoppedTrouble(unit, lifecycle.intent),
    ...cutOffTrouble(unit, parts),
    ...guardTroubles(unit, parts),
  ];
  return [...found, ...toldTroubles(unit, lifecycle.state, found, parts)];
}

function oneShotTroubles(unit: OneShot, parts: TroubledParts): readonly Trouble[] {
  const found = [
    ...stoppedTrouble(unit, unit.intent),
    ...runTrouble(unit),
    ...guardTroubles(unit, parts),
  ];
  return [...found, ...toldTroubles(unit, unit.state, found, parts)];
}

function failedTrouble({ name, lifecycle, lastEndMs, sinceMs }: Unit): readonly Trouble[] {
  if (lifecycle.state !== 'failed') {
    return [];
  }
  const { lastExit, streak } = lifecycle;
  const { failures } = streak;
  return [
    {
      harness: name,
      event: 'failed',
      sinceMs: lastEndMs,
      stateSinceMs: sinceMs,
      cause: lastExit?.exit.kind === 'not_started' ? lastExit.exit.reason : lastExit?.lastLine,
      did: `gave up after ${failures} ${failures === 1 ? 'failure' : 'failures in a row'}; it stays down`,
      commands: [`harness restart ${name}`, `harness logs ${name}`],
    },
  ];
}

function stoppedTrouble(
  { name, sinceMs }: Unit | OneShot,
  intent: Unit['lifecycle']['intent'],
): readonly Trouble[] {
  return intent.wanted || intent.by !== 'guard'
    ? []
    : [
        {
          harness: name,
          event: 'loop_stopped',
          sinceMs: intent.atMs,
          stateSinceMs: sinceMs,
          cause: intent.why,
          did: 'stopped it; it stays down',
          commands: [`harness start ${name}`, `harness logs ${name}`],
        },
      ];
}

/** A guard's restart that the end of a daemon cut off, and that none can go on with. */
function cutOffTrouble(
  { name, lifecycle, sinceMs }: Unit,
  { guards }: TroubledParts,
): readonly Trouble[] {
  const cutOff = guards.of(name)?.cutOff();
  return cutOff === undefined || !lifecycle.intent.wanted
    ? []
    : [
        {
          harness: name,
          event: 'intent_lost',
          sinceMs: undefined,
          stateSinceMs: sinceMs,
          cause: cutOff.why,
          did: 'left it stopped',
          commands: [`harness start ${name}`, `harness logs ${name}`],
        },
      ];
}

/** Runs that fail, as long as it is meant to be on: an operator's stop says that this is known. */
function runTrouble({ name, intent, badRun, sinceMs }: OneShot): readonly Trouble[] {
  if (badRun === undefined || !intent.wanted) {
    return [];
  }
  const { run, cause, endedMs } = badRun;
  return [
    {
      harness: name,
      event: 'run_failed',
      sinceMs: endedMs,
      stateSinceMs: sinceMs,
      cause,
      did: `recorded run ${run} as ${badRunWords(badRun)}`,
      commands: [`harness logs ${name} --run ${run}`, `harness trigger ${name}`],
    },
  ];
}

const STALL_WORDS = {
  left_running: 'left it running',
  left_alone: 'left it alone after five stalls in a row',
} as const;

function guardTroubles(
  { name, spec, sinceMs: stateSinceMs }: Unit | OneShot,
  { guards, clock }: TroubledParts,
): readonly Trouble[] {
  const watch = guards.of(name)?.watch;
  if (watch === undefined) {
    return [];
  }
  const { stall, health } = watch.guards;
  const { stuck } = watch.duties;
  const trouble = (event: EventName, did: string, commands: readonly string[]): Trouble => ({
    harness: name,
    event,
    sinceMs: undefined,
    stateSinceMs,
    cause: undefined,
    did,
    commands,
  });
  const look = [`harness describe ${name}`, `harness logs ${name}`];
  return [
    ...(stuck === undefined
      ? []
      : [
          trouble('session_rotated', `left it stopped: ${stuck.step} could not be done`, [
            `harness logs ${name}`,
            `harness start ${name}`,
          ]),
        ]),
    // What a restart answers is over with the run.
    ...(stall.episode === undefined || stall.episode === 'restarted'
      ? []
      : [
          {
            ...trouble('stalled', STALL_WORDS[stall.episode], look),
            ...(stall.quietSinceMs === undefined
              ? {}
              : { sinceMs: clock.wallMs() - (clock.nowMs() - stall.quietSinceMs) }),
          },
        ]),
    ...(health.told
      ? [trouble('health', HEALTH_WORDS[spec.health?.action ?? 'notify'], look)]
      : []),
  ];
}

const HEALTH_WORDS = { notify: 'touched nothing', restart: 'restarted it' } as const;

/** Alerts that were told and whose harness is on its way back. */
function toldTroubles(
  { name, sinceMs: stateSinceMs }: Unit | OneShot,
  state: string,
  found: readonly Trouble[],
  { notifier }: TroubledParts,
): readonly Trouble[] {
  return notifier
    .openAlerts(name)
    .filter(({ event }) => !found.some((one) => one.event === event))
    .map(({ event, sinceMs }) => ({
      harness: name,
      event,
      sinceMs,
      stateSinceMs,
      cause: undefined,
      did: `waits until it has proven itself: it is ${state} now`,
      commands: [`harness describe ${name}`, `harness logs ${name}`],
    }));
}
