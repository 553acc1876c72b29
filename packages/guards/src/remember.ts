import { type Guards, NEW_GUARDS } from './guards.ts';
import type { Parked } from './quota/quota-state.ts';
import type { StallState } from './stall/stall-state.ts';

/** The version of {@link Remembered}. */
export const GUARDS_VERSION = 1;

/** What outlives a run and a daemon, to be kept as JSON. What belongs to a run, and instants of its clock, do not. */
export interface Remembered {
  readonly version: typeof GUARDS_VERSION;
  readonly rotatedMs?: number;
  readonly park?: Parked;
  readonly parks: number;
  readonly stall: Pick<StallState, 'restarts' | 'episode' | 'told' | 'anew'>;
  readonly health: { readonly told: boolean; readonly anew: boolean };
}

/** What a store should keep. It changes only with verdicts, with a success after one, with orders, runs and rotations. */
export function remember({ session, quota, stall, health }: Guards): Remembered {
  const { restarts, episode, told, anew } = stall;
  return {
    version: GUARDS_VERSION,
    ...(session.rotatedMs === undefined ? {} : { rotatedMs: session.rotatedMs }),
    ...(quota.park === undefined ? {} : { park: quota.park }),
    parks: quota.parks,
    stall: { restarts, ...(episode === undefined ? {} : { episode }), told, anew },
    health: { told: health.told, anew: health.anew },
  };
}

/**
 * The guards as a new daemon begins them: parks, episodes and what happened in a row as they were, nothing up. What
 * another version kept, or what is damaged, is forgotten, part by part.
 */
export function recall(stored: unknown): Guards {
  const kept = fieldsOf(stored);
  if (kept['version'] !== GUARDS_VERSION) {
    return NEW_GUARDS;
  }
  const rotatedMs = numberOf(kept['rotatedMs']);
  const park = parkOf(kept['park']);
  const { told, anew } = fieldsOf(kept['health']);
  return {
    loop: NEW_GUARDS.loop,
    session: { ...NEW_GUARDS.session, ...(rotatedMs === undefined ? {} : { rotatedMs }) },
    quota: {
      ...NEW_GUARDS.quota,
      parks: numberOf(kept['parks']) ?? 0,
      ...(park === undefined ? {} : { park }),
    },
    stall: stallOf(fieldsOf(kept['stall'])),
    health: { ...NEW_GUARDS.health, told: told === true, anew: anew === true },
  };
}

function parkOf(stored: unknown): Parked | undefined {
  const { rule, ...times } = fieldsOf(stored);
  const sinceMs = numberOf(times['sinceMs']);
  const untilMs = numberOf(times['untilMs']);
  const longestMs = numberOf(times['longestMs']);
  return typeof rule !== 'string' ||
    sinceMs === undefined ||
    untilMs === undefined ||
    longestMs === undefined
    ? undefined
    : { rule, sinceMs, untilMs, longestMs };
}

function stallOf({ restarts, episode, told, anew }: Fields): StallState {
  return {
    restarts: numberOf(restarts) ?? 0,
    ...(isEpisode(episode) ? { episode } : {}),
    told: told === true,
    anew: anew === true,
  };
}

function isEpisode(stored: unknown): stored is NonNullable<StallState['episode']> {
  return stored === 'left_running' || stored === 'restarted' || stored === 'left_alone';
}

type Fields = Readonly<Record<string, unknown>>;

function fieldsOf(stored: unknown): Fields {
  return typeof stored === 'object' && stored !== null ? { ...stored } : {};
}

function numberOf(stored: unknown): number | undefined {
  return typeof stored === 'number' && stored >= 0 ? stored : undefined;
}
