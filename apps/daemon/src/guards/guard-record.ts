import { type Guards, type Remembered, recall, remember } from '@harness/guards';
import type { Rotation, StuckRotation } from './rotation.ts';

/** What the daemon must not forget of a harness beside what its guards remember. */
export interface Duties {
  /** It is parked and nobody has been told yet. */
  readonly parkUntold?: true;
  readonly rotation?: Rotation;
  readonly stuck?: StuckRotation;
}

/** The version of {@link GuardRecord}. */
const RECORD_VERSION = 1;

/** What the store keeps of a harness's guards. */
export interface GuardRecord extends Duties {
  readonly version: typeof RECORD_VERSION;
  readonly guards: Remembered;
}

/** What a record says. `damaged`: there was a rotation in it that cannot be read. */
export interface Recalled {
  readonly guards: Guards;
  readonly duties: Duties;
  readonly damaged: boolean;
}

export function recordOf(guards: Guards, duties: Duties): GuardRecord {
  return { version: RECORD_VERSION, guards: remember(guards), ...duties };
}

/** Reads what an earlier daemon kept; what cannot be read is forgotten, part by part. */
export function recallRecord(stored: unknown): Recalled {
  const kept = fieldsOf(stored);
  if (kept['version'] !== RECORD_VERSION) {
    return { guards: recall(undefined), duties: {}, damaged: false };
  }
  const rotation = rotationOf(kept['rotation']);
  const stuck = stuckOf(kept['stuck']);
  return {
    guards: recall(kept['guards']),
    duties: {
      ...(kept['parkUntold'] === true ? { parkUntold: true } : {}),
      ...(rotation === undefined ? {} : { rotation }),
      ...(stuck === undefined ? {} : { stuck }),
    },
    damaged: kept['rotation'] !== undefined && rotation === undefined,
  };
}

type Fields = Readonly<Record<string, unknown>>;

function fieldsOf(stored: unknown): Fields {
  return typeof stored === 'object' && stored !== null ? { ...stored } : {};
}

function rotationOf(stored: unknown): Rotation | undefined {
  const { step, store, archive, failedTurns } = fieldsOf(stored);
  const isStep = step === 'stopping' || step === 'archiving' || step === 'starting';
  return isStep &&
    typeof store === 'string' &&
    typeof archive === 'string' &&
    typeof failedTurns === 'number'
    ? { step, store, archive, failedTurns }
    : undefined;
}

function stuckOf(stored: unknown): StuckRotation | undefined {
  const { step, detail, failedTurns } = fieldsOf(stored);
  return typeof step === 'string' && typeof failedTurns === 'number'
    ? { step, failedTurns, ...(typeof detail === 'string' ? { detail } : {}) }
    : undefined;
}
