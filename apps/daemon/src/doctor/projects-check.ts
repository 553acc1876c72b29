import type { Check } from '@harness/protocol';
import type { Projects } from '../config/projects.ts';

/** Which projects are up, and whether their files still are those that were taken. */
export function projectsCheck({
  all,
  isStale,
  notKept,
}: Pick<Projects, 'all' | 'isStale' | 'notKept'>): Check {
  const changed = all.filter(isStale);
  const data = {
    up: all.map(({ folder }) => folder),
    changed: changed.map(({ folder }) => folder),
  };
  if (notKept !== undefined) {
    return {
      check: 'projects',
      status: 'warn',
      detail: `what is up could not be kept for the next start: ${notKept}`,
      hint: 'make room on the disk, or make the state folder writable; then `harness up` again',
      data,
    };
  }
  if (all.length === 0) {
    return { check: 'projects', status: 'off', detail: 'none is up' };
  }
  return changed.length === 0
    ? { check: 'projects', status: 'ok', detail: `up: ${data.up.join(', ')}`, data }
    : {
        check: 'projects',
        status: 'warn',
        detail: `changed on disk: ${data.changed.join(', ')}`,
        hint: 'look at the change; then `harness up FOLDER` to apply it',
        data,
      };
}
