/**
 * A rotation under way, as it is written down before each of its steps. `stopping`: the harness is being held down.
 * `archiving`: the store is moved. `starting`: the store is moved, the harness is let up.
 */
export interface Rotation {
  readonly step: 'stopping' | 'archiving' | 'starting';
  /** The store's path, and the one that it is moved to. */
  readonly store: string;
  readonly archive: string;
  readonly failedTurns: number;
}

/** A rotation that could not finish: its harness stays down until an operator starts it. */
export interface StuckRotation {
  readonly failedTurns: number;
  /** The step that failed, in words. */
  readonly step: string;
  readonly detail?: string;
}

/** How a rotation ended. */
export type RotationEnd =
  | { readonly kind: 'rotated'; readonly archivedAs?: string }
  | ({ readonly kind: 'stuck' } & StuckRotation)
  /** An operator started the harness in the middle of it. */
  | { readonly kind: 'overtaken' };

/** What a rotation needs done. */
export interface RotationHands {
  /** Settles when nothing of the harness runs, and nothing of it will start. */
  readonly hold: () => Promise<unknown>;
  /** Lets it up again; settles when it has started. */
  readonly resume: () => Promise<unknown>;
  /** Whether nothing of it runs. */
  readonly isDown: () => boolean;
  /** Writes a step down, so that another daemon can go on from it. */
  readonly keep: (rotation: Rotation) => void;
  readonly archive: (rotation: Rotation, isDown: () => boolean) => Promise<Archived>;
}

/** What became of a store that was to be moved. `absent`: there was none, so there is nothing to move. */
export type Archived =
  | { readonly kind: 'archived' | 'absent' | 'in_use' }
  | { readonly kind: 'failed'; readonly detail: string };

/** Carries a rotation out from its step on: hold, move the store aside, resume. */
export async function rotate(rotation: Rotation, hands: RotationHands): Promise<RotationEnd> {
  await hands.hold();
  if (rotation.step !== 'starting') {
    hands.keep({ ...rotation, step: 'archiving' });
    const archived = await hands.archive(rotation, hands.isDown);
    if (archived.kind === 'in_use') {
      return { kind: 'overtaken' };
    }
    if (archived.kind === 'failed') {
      const { failedTurns } = rotation;
      return { kind: 'stuck', failedTurns, step: 'archiving its store', detail: archived.detail };
    }
    if (archived.kind === 'absent') {
      return await start(rotation, hands);
    }
  }
  return await start(rotation, hands, rotation.archive);
}

async function start(
  rotation: Rotation,
  hands: RotationHands,
  archivedAs?: string,
): Promise<RotationEnd> {
  hands.keep({ ...rotation, step: 'starting' });
  await hands.resume();
  return { kind: 'rotated', ...(archivedAs === undefined ? {} : { archivedAs }) };
}
