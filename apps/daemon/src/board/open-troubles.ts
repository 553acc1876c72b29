import type { EventName } from '@harness/notify-core';
import type { Parts } from '../parts.ts';
import type { OneShot } from '../runs/one-shot.ts';
import type { Unit } from '../supervisor/unit.ts';

/** A trouble of a harness that is not over. */
export interface Trouble {
  readonly harness: string;
  readonly event: EventName;
  /** Wall clock; undefined where only its notification knows. */
  readonly sinceMs: number | undefined;
  readonly cause: string | undefined;
  /** What the daemon did about it. */
  readonly did: string;
  /** Commands that help, the likeliest first. */
  readonly commands: readonly string[];
}

/** What troubles harnesses need of the daemon's parts. */
export type TroubledParts = Pick<Parts, 'guards' | 'notifier' | 'oneShots' | 'supervisor'>;

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
  const { name, lifecycle } = unit;
  const found = [
    ...failedTrouble(unit),
    ...stoppedTrouble(name, lifecycle.intent),
    ...guardTroubles(unit, parts),
  ];
  return [...found, ...toldTroubles(name, lifecycle.state, found, parts)];
}

function oneShotTroubles(unit: OneShot, parts: TroubledParts): readonly Trouble[] {
  const { name, intent, state } = unit;
  const found = [...stoppedTrouble(name, intent), ...guardTroubles(unit, parts)];
  return [...found, ...toldTroubles(name, state, found, parts)];
}

function failedTrouble({ name, lifecycle, lastEndMs }: Unit): readonly Trouble[] {
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
      cause: lastExit?.exit.kind === 'not_started' ? lastExit.exit.reason : lastExit?.lastLine,
      did: `gave up after ${failures} ${failures === 1 ? 'failure' : 'failures in a row'}; it stays down`,
      commands: [`harness restart ${name}`, `harness logs ${name}`],
    },
  ];
}

function stoppedTrouble(name: string, intent: Unit['lifecycle']['intent']): readonly Trouble[] {
  return intent.wanted || intent.by !== 'guard'
    ? []
    : [
        {
          harness: name,
          event: 'loop_stopped',
          sinceMs: intent.atMs,
          cause: intent.why,
          did: 'stopped it; it stays down',
          commands: [`harness start ${name}`, `harness logs ${name}`],
        },
      ];
}

const STALL_WORDS = {
  left_running: 'left it running',
  left_alone: 'left it alone after five stalls in a row',
} as const;

function guardTroubles(
  { name, spec }: Unit | OneShot,
  { guards }: TroubledParts,
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
      : [trouble('stalled', STALL_WORDS[stall.episode], look)]),
    ...(health.told
      ? [trouble('health', HEALTH_WORDS[spec.health?.action ?? 'notify'], look)]
      : []),
  ];
}

const HEALTH_WORDS = { notify: 'touched nothing', restart: 'restarted it' } as const;

/** Alerts that were told and whose harness is on its way back. */
function toldTroubles(
  name: string,
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
      cause: undefined,
      did: `waits until it has proven itself: it is ${state} now`,
      commands: [`harness describe ${name}`, `harness logs ${name}`],
    }));
}
