import type { LogRequest } from '@harness/protocol';
import type { Store } from '@harness/store';
import { serveLog, type TextSink } from '../output/serve-log.ts';
import type { OneShot } from './one-shot.ts';
import { findRun } from './run-desk.ts';

/** Writes the log of one run to `sink`; with `follow` until the run has ended. */
export async function serveRunLog(
  oneShot: OneShot,
  request: LogRequest & { readonly run: number },
  store: Store,
  sink: TextSink,
  signal: AbortSignal,
): Promise<void> {
  const { log } = findRun(store, oneShot.name, request.run);
  const { live } = oneShot;
  if (live?.run === request.run) {
    await serveLog(live.log, request, sink, AbortSignal.any([signal, live.over]));
    return;
  }
  await (log === undefined ? sink('') : serveLog({ path: log }, request, sink, signal));
}
