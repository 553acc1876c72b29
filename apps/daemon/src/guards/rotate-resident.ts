import type { Unit } from '../supervisor/unit.ts';
import { archiveName, archiveStore } from './archive-store.ts';
import type { Hands } from './hands.ts';
import { type Rotation, type RotationEnd, rotate, type StuckRotation } from './rotation.ts';
import type { Watch } from './watch.ts';

/** The rotation that a verdict asks for, to be written down before anything is done. */
export function plannedRotation(
  watch: Watch,
  failedTurns: number,
  nowMs: number,
): Rotation | undefined {
  const store = watch.status?.root ?? '';
  return store === ''
    ? undefined
    : { step: 'stopping', store, archive: archiveName(store, nowMs), failedTurns };
}

/** Carries out the rotation that is written down, from the step that it is at. */
export async function goOnRotating(unit: Unit, watch: Watch, hands: Hands): Promise<void> {
  const { rotation } = watch.duties;
  if (rotation === undefined) {
    return;
  }
  const end = await rotate(rotation, {
    hold: () => unit.bar('hold'),
    resume: async () => {
      if (watch.guards.quota.park === undefined) {
        await unit.bar('resume');
      }
    },
    isDown: () => unit.lifecycle.process.kind === 'none',
    keep: (kept) => watch.change({ ...watch.duties, rotation: kept }),
    archive: archiveStore,
  });
  endRotation(unit, watch, hands, { failedTurns: rotation.failedTurns, end });
}

function endRotation(
  unit: Unit,
  watch: Watch,
  hands: Hands,
  { failedTurns, end }: { readonly failedTurns: number; readonly end: RotationEnd },
): void {
  if (end.kind === 'stuck') {
    leaveStuck(unit, watch, hands, end);
    return;
  }
  // The next daemon starts it, and says so.
  if (unit.lifecycle.barrier === 'shutdown') {
    return;
  }
  hands.together(() => {
    const { rotation: _, ...duties } = watch.duties;
    watch.change(duties);
    if (end.kind === 'overtaken') {
      return;
    }
    watch.show({ kind: 'rotated' });
    unit.log.note(`session guard: ${end.archivedAs ?? 'no store was there'}`);
    const { archivedAs } = end;
    if (unit.lifecycle.intent.wanted) {
      const fact = { kind: 'rotated', failedTurns } as const;
      hands.notifier.raise(unit.name, archivedAs === undefined ? fact : { ...fact, archivedAs });
    }
  });
}

/** Leaves it down, remembers why, and says so. */
export function leaveStuck(
  unit: Unit,
  watch: Watch,
  { together, notifier }: Hands,
  { failedTurns, step, detail }: StuckRotation,
): void {
  const stuck = { failedTurns, step, ...(detail === undefined ? {} : { detail }) };
  together(() => {
    const { rotation: _, ...duties } = watch.duties;
    watch.change({ ...duties, stuck });
    unit.log.note(
      `session guard: could not finish: ${step}${detail === undefined ? '' : `: ${detail}`}`,
    );
    notifier.raise(unit.name, { kind: 'rotation_stuck', ...stuck });
  });
}
