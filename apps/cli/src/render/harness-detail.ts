import type { HarnessDetail } from '@harness/protocol';
import { commandLine } from './command-line.ts';
import { durationWords, timeSince } from './duration.ts';
import { guardFacts } from './guard-facts.ts';
import { exitWords, settingsWords, styleOfState } from './harness-list.ts';
import { runFacts } from './run-words.ts';
import { type Cell, type Page, renderTable } from './table.ts';

/** Everything about one harness, one fact a line: label and value. */
export function renderHarnessDetail(
  harness: HarnessDetail,
  page: Page & { nowMs: number },
): Promise<string> {
  const facts: readonly (readonly [string, string | undefined])[] = [
    ['harness', harness.name],
    ['description', harness.description],
    ['state', stateWords(harness, page.nowMs)],
    ['intent', intentWords(harness)],
    ['settings', settingsWords(harness).join('; ') || undefined],
    ['next start', next(harness, page.nowMs)],
    ...runFacts(harness, page.nowMs),
    ['restarts', harness.runs === undefined ? `${harness.restarts} in this streak` : undefined],
    ['last exit', lastExitWords(harness, page.nowMs)],
    ...harness.alerts.map(
      ({ event, since }) =>
        ['alert', `${event}, open for ${timeSince(since, page.nowMs)}`] as const,
    ),
    ...guardFacts(harness, page.nowMs),
    ['kind', harness.kind],
    ['program', commandLine(harness.argv)],
    ['workdir', harness.workdir],
    ['terminal', harness.tty ? 'a pseudo-terminal' : 'pipes'],
    ['policy', harness.runs === undefined ? policyWords(harness) : undefined],
    ['log', harness.logFile],
    ['source', harness.source],
  ];
  const style = styleOfState(harness.state);
  const rows = facts.flatMap(([label, text]): readonly Cell[][] =>
    text === undefined
      ? []
      : [[{ text: label, style: 'faint' }, label === 'state' ? { text, style } : { text }]],
  );
  return renderTable(rows, { ...page, columns: undefined });
}

function policyWords({ restart, restartDelayMs }: HarnessDetail): string {
  return `${restart}, after ${durationWords(restartDelayMs)}`;
}

function stateWords({ state, since, pid }: HarnessDetail, nowMs: number): string {
  return `${state} for ${timeSince(since, nowMs)}${pid === undefined ? '' : `, pid ${pid}`}`;
}

function intentWords({ intent, intentBy, intentWhy, intentAt }: HarnessDetail): string {
  const author = [intentBy === undefined ? undefined : `by ${intentBy}`, intentWhy, intentAt];
  const known = author.filter((part) => part !== undefined && part !== '');
  return known.length === 0 ? intent : `${intent} (${known.join(', ')})`;
}

function next({ nextStartAt }: HarnessDetail, nowMs: number): string | undefined {
  return nextStartAt === undefined
    ? undefined
    : `in ${durationWords(Date.parse(nextStartAt) - nowMs + 999)}`;
}

function lastExitWords({ lastExit: last }: HarnessDetail, nowMs: number): string | undefined {
  if (last === undefined) {
    return undefined;
  }
  const cause = last.exit.reason ?? (last.line === undefined ? undefined : `"${last.line}"`);
  const ago = `${timeSince(last.at, nowMs)} ago`;
  return `${exitWords(last.exit)}, ${ago}${cause === undefined ? '' : `: ${cause}`}`;
}
