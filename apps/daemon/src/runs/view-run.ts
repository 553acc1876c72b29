import { RUN_OUTCOMES, type RunView } from '@harness/protocol';
import type { Run } from '@harness/store';
import type { Exit } from '@harness/supervision';
import { exitView } from '../supervisor/view.ts';

/** A run as the local API shows it. */
export function viewOfRun(run: Run): RunView {
  const { harness, runId, trigger, startedAtMs, endedAtMs, cause } = run;
  const outcome = RUN_OUTCOMES.find((known) => known === run.outcome);
  return {
    harness,
    run: runId,
    trigger,
    startedAt: new Date(startedAtMs).toISOString(),
    ...(endedAtMs === undefined ? {} : { endedAt: new Date(endedAtMs).toISOString() }),
    ...(outcome === undefined ? {} : { outcome }),
    ...(isExit(run.exit) ? { exit: exitView(run.exit) } : {}),
    ...(cause === undefined ? {} : { cause }),
  };
}

// This program's own record: it is enough to see that it is whole.
function isExit(exit: unknown): exit is Exit {
  return typeof exit === 'object' && exit !== null && 'kind' in exit;
}
