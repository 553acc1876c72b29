/** What is known at boot of why a harness is down. */
export interface BootRecord {
  /** Configuration starts it: it is enabled, or in an autostart profile. */
  readonly startsByConfiguration: boolean;
  /** The stored intent; absent in a store that was begun anew. */
  readonly intent?: StoredIntent;
  /** What became of the notification of a guard's stop; absent when none was recorded. */
  readonly telling?: Telling;
  /** A guard's restart that was cut off and cannot be resumed, so that the harness stays down. */
  readonly cutOff?: CutOff;
  /** This very loss was told before. */
  readonly lossTold: boolean;
}

/** Whether a harness was wanted up, who said so, why, and when in Unix milliseconds. */
export interface StoredIntent {
  readonly wanted: boolean;
  /** `operator`, `guard`, `config`; anything else is a record that does not say who. */
  readonly by: string;
  readonly why: string;
  readonly atMs: number;
}

/** `pending`: it waits for its delivery, or for the end of its cooldown. The others are how it ended. */
export type Telling =
  | 'pending'
  | 'ok'
  | 'error'
  | 'timeout'
  | 'dropped'
  | 'suppressed'
  | 'unwanted';

/** Where a guard's restart was cut off, in words, and when in Unix milliseconds. */
export interface CutOff {
  readonly why: string;
  readonly atMs: number;
}

/** A harness that configuration starts stays down, and nobody was told why: a fact of notify-core. */
export interface IntentLost {
  readonly kind: 'intent_lost';
  /** Who turned it off; blank when the record does not say. */
  readonly by: string;
  readonly why: string;
  /** When it was turned off, in Unix milliseconds. */
  readonly sinceMs: number;
}

/**
 * Decides at boot whether a harness is down for a reason that nobody was told of: a guard's stop whose notification
 * did not arrive, a guard's restart that cannot be resumed, or a record that does not say who. An operator's stop is
 * no loss, nor is a stop whose notification is still pending; undefined then.
 */
export function lostIntent(record: BootRecord): IntentLost | undefined {
  const { startsByConfiguration, intent, telling, cutOff, lossTold } = record;
  if (!startsByConfiguration || lossTold || intent === undefined || telling === 'pending') {
    return undefined;
  }
  if (cutOff !== undefined && !isOperators(intent)) {
    return { kind: 'intent_lost', by: 'guard', why: cutOff.why, sinceMs: cutOff.atMs };
  }
  return intent.wanted ? undefined : lostStop(intent, telling);
}

function isOperators({ wanted, by }: StoredIntent): boolean {
  return !wanted && by === 'operator';
}

function lostStop(intent: StoredIntent, telling: Telling | undefined): IntentLost | undefined {
  const { by, why, atMs } = intent;
  switch (by) {
    case 'operator':
    case 'config':
      return undefined;
    case 'guard':
      return telling === 'ok' ? undefined : { kind: 'intent_lost', by, why, sinceMs: atMs };
    default:
      return { kind: 'intent_lost', by: '', why, sinceMs: atMs };
  }
}
