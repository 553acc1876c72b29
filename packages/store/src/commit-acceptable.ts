import type { Change } from './change.ts';
import type { Disk } from './disk.ts';
import type { Fault } from './fault.ts';

/**
 * Commits the changes in one transaction. A row that no disk will ever take must not hold up the
 * others for ever: then each goes by itself, and such a row is left out and told of.
 * @returns why nothing, or not all, could be written now.
 */
export function commitAcceptable(
  disk: Disk,
  changes: readonly Change[],
  refuse: (reason: string) => void,
): Fault | undefined {
  const fault = disk.commit(changes);
  if (fault?.kind !== 'refused') {
    return fault;
  }
  if (changes.length === 1) {
    refuse(fault.reason);
    return undefined;
  }
  for (const change of changes) {
    const single = commitAcceptable(disk, [change], refuse);
    if (single !== undefined) {
      return single;
    }
  }
  return undefined;
}
