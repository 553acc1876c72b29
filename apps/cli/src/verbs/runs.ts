import {
  type DaemonClient,
  daemonClient,
  RUN_OUTCOMES,
  type RunsRequest,
  type RunView,
} from '@harness/protocol';
import { addressOf } from '../daemon-address.ts';
import { DONE } from '../exit-code.ts';
import { painter } from '../render/paint.ts';
import { renderRunList } from '../render/run-list.ts';
import { safeJson } from '../render/safe-text.ts';
import { UsageError } from '../usage-error.ts';
import { type Call, flagOption, textOption } from '../verb.ts';

const DEFAULT_LIMIT = '20';
const MOST_RUNS = 10_000;

/** `harness runs [NAME…]`: the newest runs, the newest first. */
export async function runs(call: Call): Promise<number> {
  const { console } = call;
  const found = await newestRuns(daemonClient(addressOf(call)), call.args, requestOf(call));
  if (flagOption(call, 'json')) {
    console.out(safeJson({ runs: found }));
  } else if (found.length === 0) {
    console.err('no run is on record that fits');
  } else {
    const page = { columns: console.columns, paint: painter(console.color), nowMs: Date.now() };
    console.out(await renderRunList(found, page));
  }
  return DONE;
}

async function newestRuns(
  client: DaemonClient,
  names: readonly string[],
  request: RunsRequest,
): Promise<readonly RunView[]> {
  if (names.length === 0) {
    return client.runs(request);
  }
  const each = [...new Set(names)].map((harness) => client.runs({ ...request, harness }));
  const all = (await Promise.all(each)).flat();
  return all.toSorted(newestFirst).slice(0, request.limit);
}

function newestFirst(a: RunView, b: RunView): number {
  return a.harness === b.harness
    ? b.run - a.run
    : Date.parse(b.startedAt) - Date.parse(a.startedAt);
}

function requestOf(call: Call): RunsRequest {
  const limit = textOption(call, 'limit') ?? DEFAULT_LIMIT;
  if (!/^\d+$/.test(limit) || Number(limit) < 1 || Number(limit) > MOST_RUNS) {
    throw new UsageError(`--limit takes a whole number from 1 to ${MOST_RUNS}, not \`${limit}\``);
  }
  const text = textOption(call, 'outcome');
  const outcome = RUN_OUTCOMES.find((known) => known === text);
  if (text !== undefined && outcome === undefined) {
    throw new UsageError(`--outcome is one of ${RUN_OUTCOMES.join(', ')}, not \`${text}\``);
  }
  return { limit: Number(limit), ...(outcome === undefined ? {} : { outcome }) };
}
