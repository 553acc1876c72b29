import { conditions } from './conditions.ts';
import { present, readJson } from './json-text.ts';
import type { Ledger } from './ledger.ts';
import type { RunRow } from './rows.ts';
import type { NewRun, Run, RunEnding, RunFilter } from './run.ts';
import type { RunRecords } from './store.ts';

/** The runs, in the ledger. */
export function keepRuns(ledger: Ledger): RunRecords {
  return {
    beginRun: (run) => beginRun(ledger, run),
    endRun: (harness, runId, ending) => endRun(ledger, harness, runId, ending) !== undefined,
    runs: (filter) => runs(ledger, filter),
    interruptOpenRuns: (atMs) =>
      ledger.image
        .openRuns()
        .map(({ harness, run_id }) =>
          endRun(ledger, harness, run_id, { outcome: 'interrupted', atMs }),
        )
        .filter((run) => run !== undefined),
    pruneRuns: (harness, keep) => pruneRuns(ledger, harness, keep),
  };
}

function beginRun(ledger: Ledger, run: NewRun): number {
  const runId = ledger.image.nextRunId(run.harness);
  const row: RunRow = {
    harness: run.harness,
    run_id: runId,
    trigger: run.trigger,
    started_ms: run.atMs,
    log: run.log?.(runId) ?? null,
    ended_ms: null,
    outcome: null,
    exit: null,
    cause: null,
  };
  ledger.write({ kind: 'run', row });
  return runId;
}

function endRun(
  ledger: Ledger,
  harness: string,
  runId: number,
  ending: RunEnding,
): Run | undefined {
  const open = ledger.image.openRun(harness, runId);
  if (open === undefined) {
    return undefined;
  }
  const row: RunRow = {
    ...open,
    ended_ms: ending.atMs,
    outcome: ending.outcome,
    exit: ending.exit === undefined ? null : JSON.stringify(ending.exit),
    cause: ending.cause ?? null,
  };
  ledger.write({ kind: 'run', row });
  return presentRun(row);
}

function runs(ledger: Ledger, filter: RunFilter): readonly Run[] {
  const waiting = waitingRuns(ledger);
  const { sql, values } = conditions({
    'harness = ?': filter.harness,
    'run_id = ?': filter.runId,
    'outcome = ?': filter.outcome,
  });
  const rows = ledger.read<RunRow>(
    `SELECT * FROM run ${sql} ORDER BY ${newestFirst(filter)} LIMIT ?`,
    ...values,
    filter.limit,
  );
  const isWaiting = (row: RunRow): boolean => waiting.some((other) => isSame(row, other));
  return [...rows.filter((row) => !isWaiting(row)), ...waiting]
    .filter((row) => matches(row, filter))
    .toSorted((a, b) => age(a, b, filter))
    .slice(0, filter.limit)
    .map(presentRun);
}

// Ids of one harness rise even when the clock does not; ids of two have nothing to say.
function newestFirst({ harness }: RunFilter): string {
  return harness === undefined ? 'started_ms DESC, run_id DESC' : 'run_id DESC';
}

function age(a: RunRow, b: RunRow, { harness }: RunFilter): number {
  const later = harness === undefined ? b.started_ms - a.started_ms : 0;
  return later || b.run_id - a.run_id;
}

function waitingRuns(ledger: Ledger): readonly RunRow[] {
  return ledger.waiting.flatMap((change) => (change.kind === 'run' ? [change.row] : []));
}

function isSame(a: RunRow, b: RunRow): boolean {
  return a.run_id === b.run_id && a.harness === b.harness;
}

function matches(row: RunRow, filter: RunFilter): boolean {
  return (
    row.harness === (filter.harness ?? row.harness) &&
    row.run_id === (filter.runId ?? row.run_id) &&
    row.outcome === (filter.outcome ?? row.outcome)
  );
}

function pruneRuns(ledger: Ledger, harness: string, keep: number): readonly Run[] {
  if (!ledger.isDurable) {
    return [];
  }
  // The newest stays, since the next id is counted from it.
  const removed = ledger.read<RunRow>(
    `DELETE FROM run WHERE harness = ?1 AND outcome IS NOT NULL AND run_id NOT IN (
       SELECT run_id FROM run WHERE harness = ?1 ORDER BY run_id DESC LIMIT ?2
     ) RETURNING *`,
    harness,
    Math.max(1, keep),
  );
  return removed.map(presentRun);
}

function presentRun(row: RunRow): Run {
  return present<Run>({
    harness: row.harness,
    runId: row.run_id,
    trigger: row.trigger,
    startedAtMs: row.started_ms,
    log: row.log,
    endedAtMs: row.ended_ms,
    outcome: row.outcome,
    exit: readJson(row.exit),
    cause: row.cause,
  });
}
