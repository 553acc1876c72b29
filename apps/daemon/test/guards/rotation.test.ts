import { expect, it } from 'vitest';
import {
  type Archived,
  type Rotation,
  type RotationEnd,
  rotate,
} from '../../src/guards/rotation.ts';

const ROTATION: Rotation = {
  step: 'stopping',
  store: '/w/.crush/crush.db',
  archive: '/w/.crush/crush.db.old',
  failedTurns: 4,
};

/** Carries a rotation out with hands that only write down what they do. */
async function carriedOut(
  rotation: Rotation,
  archived: Archived,
): Promise<{ readonly end: RotationEnd; readonly did: readonly string[] }> {
  const did: string[] = [];
  const end = await rotate(rotation, {
    hold: () => Promise.resolve(did.push('hold')),
    resume: () => Promise.resolve(did.push('resume')),
    isDown: () => true,
    keep: ({ step }) => did.push(`keep ${step}`),
    archive: () => {
      did.push('archive');
      return Promise.resolve(archived);
    },
  });
  return { end, did };
}

it('writes each step down before it takes it', async () => {
  expect(await carriedOut(ROTATION, { kind: 'archived' })).toEqual({
    end: { kind: 'rotated', archivedAs: ROTATION.archive },
    did: ['hold', 'keep archiving', 'archive', 'keep starting', 'resume'],
  });
});

it('does not archive again what was archived when the daemon died', async () => {
  const { end, did } = await carriedOut({ ...ROTATION, step: 'starting' }, { kind: 'archived' });
  expect(end).toEqual({ kind: 'rotated', archivedAs: ROTATION.archive });
  expect(did).toEqual(['hold', 'keep starting', 'resume']);
});

it.each<[Archived, RotationEnd, boolean]>([
  [{ kind: 'absent' }, { kind: 'rotated' }, true],
  [{ kind: 'in_use' }, { kind: 'overtaken' }, false],
  [
    { kind: 'failed', detail: 'EACCES' },
    { kind: 'stuck', failedTurns: 4, step: 'archiving its store', detail: 'EACCES' },
    false,
  ],
])('ends %o as %o', async (archived, expected, isStarted) => {
  const { end, did } = await carriedOut(ROTATION, archived);
  expect(end).toEqual(expected);
  expect(did.includes('resume')).toBe(isStarted);
});
