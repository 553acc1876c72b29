import type { RunView } from '@harness/protocol';
import { durationWords, timeSince } from './duration.ts';
import { exitWords } from './harness-list.ts';
import type { Style } from './paint.ts';
import { type Cell, type Page, renderTable } from './table.ts';

const HEADER: readonly Cell[] = [
  'OUTCOME',
  'NAME',
  'RUN',
  'STARTED',
  'TOOK',
  'TRIGGER',
  'EXIT',
  'CAUSE',
].map((text) => ({ text, style: 'faint' }));

/** One row for each run; what it printed last stands at the end, where it may be cut. */
export function renderRunList(
  runs: readonly RunView[],
  page: Page & { readonly nowMs: number },
): Promise<string> {
  return renderTable([HEADER, ...runs.map((run) => rowOf(run, page.nowMs))], page);
}

/** How an outcome reads; a run without one goes on. */
export function outcomeWords({ outcome }: Pick<RunView, 'outcome'>): string {
  return outcome ?? 'running';
}

function rowOf(run: RunView, nowMs: number): readonly Cell[] {
  return [
    { text: outcomeWords(run), style: styleOf(run) },
    { text: run.harness, style: 'strong' },
    { text: String(run.run) },
    { text: `${timeSince(run.startedAt, nowMs)} ago` },
    { text: took(run, nowMs) },
    { text: run.trigger },
    { text: run.exit === undefined ? '-' : exitWords(run.exit) },
    { text: run.cause ?? '' },
  ];
}

function took({ startedAt, endedAt }: RunView, nowMs: number): string {
  const endMs = endedAt === undefined ? nowMs : Date.parse(endedAt);
  return durationWords(endMs - Date.parse(startedAt));
}

function styleOf({ outcome }: RunView): Style {
  if (outcome === 'success') {
    return 'good';
  }
  return outcome === 'failed' || outcome === 'timed_out' ? 'bad' : 'notable';
}
