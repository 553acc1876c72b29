import { randomUUID } from 'node:crypto';
import type { Store } from '@harness/store';
import { RUN_MARK } from '../process/run-mark.ts';
import type { SpawnRequest } from '../process/spawn-process.ts';

/** Writes down that a harness is about to start, so that a later daemon finds what came of it if this one dies meanwhile. */
export function markStart(
  harness: string,
  request: SpawnRequest,
  store: Pick<Store, 'recordProcess'>,
  startedAtMs: number,
): SpawnRequest {
  const mark = randomUUID();
  store.recordProcess({ harness, mark, startedAtMs });
  return { ...request, env: { ...request.env, [RUN_MARK]: mark } };
}
