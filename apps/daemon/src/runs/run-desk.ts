import type { RunsRequest, RunView } from '@harness/protocol';
import type { Run, Store } from '@harness/store';
import { Refusal } from '../api/refusal.ts';
import type { OneShot } from './one-shot.ts';
import { viewOfRun } from './view-run.ts';

/** Asks for a run, and with `wait` waits until it has come out. */
export async function triggerRun(
  oneShot: OneShot,
  store: Store,
  { wait }: { readonly wait: boolean },
): Promise<RunView> {
  const { run, ended } = oneShot.ask('operator');
  if (wait) {
    await ended;
  }
  return viewOfRun(findRun(store, oneShot.name, run));
}

/** The newest runs that the request lets through. */
export function listRuns(store: Store, request: RunsRequest): readonly RunView[] {
  return store.runs(request).map(viewOfRun);
}

/**
 * A run as it is recorded.
 *
 * @throws {@link Refusal} `unknown_run` where it never was, or was forgotten.
 */
export function findRun(store: Store, harness: string, run: number): Run {
  const [found] = store.runs({ harness, runId: run, limit: 1 });
  if (found === undefined) {
    throw new Refusal('unknown_run', `there is no run ${run} of ${harness}`, {
      hint: `\`harness runs ${harness}\` shows those that are kept`,
    });
  }
  return found;
}
