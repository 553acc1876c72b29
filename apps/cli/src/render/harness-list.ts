import type { ExitView, HarnessState, HarnessView } from '@harness/protocol';
import { durationWords, timeSince } from './duration.ts';
import type { Style } from './paint.ts';
import { runWords } from './run-words.ts';
import { type Cell, type Page, renderTable } from './table.ts';

/** What a list is drawn with. */
export interface ListPage extends Page {
  readonly nowMs: number;
  /** Whether free text (the last line that a run printed) is shown: only to a person, on a terminal. */
  readonly withCauses: boolean;
}

const HEADER: readonly Cell[] = ['STATE', 'NAME', 'SINCE', 'RESTARTS', 'LAST EXIT'].map((text) => ({
  text,
  style: 'faint',
}));

/** How many harnesses a hint calls by their names. */
const NAMED = 10;

/**
 * One row for each harness. The state stands first and the name second: so the first state word of a row
 * is its state also for a harness that is called `failed-jobs`.
 */
export function renderHarnessList(
  harnesses: readonly HarnessView[],
  page: ListPage,
): Promise<string> {
  return renderTable([HEADER, ...harnesses.map((harness) => rowOf(harness, page))], page);
}

/** What to do about what the list shows; empty when there is nothing to do. */
export function listHints(harnesses: readonly HarnessView[]): readonly string[] {
  const failed = namesOf(harnesses, ({ state }) => state === 'failed');
  const outdated = namesOf(harnesses, ({ restartToApply }) => restartToApply === true);
  const changed = namesOf(harnesses, ({ changedOnDisk }) => changedOnDisk === true);
  return [
    ...hint(failed, (names) => `failed stays down until \`harness restart ${names}\``),
    ...hint(outdated, (names) => `restart to apply: \`harness restart ${names}\``),
    ...hint(changed, (names) => `changed on disk: \`harness up\` to apply (${names})`),
  ];
}

/** A sentence about some harnesses: the first few by name, the others by their number. */
function hint(names: readonly string[], sentence: (names: string) => string): readonly string[] {
  const others = names.length - NAMED;
  const text = sentence(names.slice(0, NAMED).join(' '));
  return names.length === 0 ? [] : [others > 0 ? `${text}, and ${others} more` : text];
}

/** How a state is coloured. */
export function styleOfState(state: HarnessState): Style {
  if (state === 'running') {
    return 'good';
  }
  if (state === 'failed') {
    return 'bad';
  }
  return state === 'stopped' ? 'faint' : 'notable';
}

/** How a run ended, in two words: `exit 1`, `SIGSEGV`, `could not start`. */
export function exitWords({ code, signal, reason }: ExitView): string {
  if (reason !== undefined) {
    return 'could not start';
  }
  return signal ?? `exit ${code ?? '?'}`;
}

function rowOf(harness: HarnessView, page: ListPage): readonly Cell[] {
  return [
    { text: harness.state, style: styleOfState(harness.state) },
    { text: harness.name, style: 'strong' },
    { text: timeSince(harness.since, page.nowMs) },
    { text: String(harness.restarts) },
    { text: lastExit(harness, page) },
  ];
}

function lastExit(harness: HarnessView, page: ListPage): string {
  const { lastExit: last, nextStartAt } = harness;
  const parts = [
    last === undefined ? '-' : exitWords(last.exit),
    ...parkWords(harness, page.nowMs),
    ...runWords(harness, page.nowMs),
    ...settingsWords(harness),
  ];
  if (!page.withCauses) {
    return parts.join(' · ');
  }
  if (nextStartAt !== undefined) {
    parts.push(`next start in ${durationWords(Date.parse(nextStartAt) - page.nowMs + 999)}`);
  }
  const cause = last?.exit.reason ?? last?.line;
  return [...parts, ...(cause === undefined ? [] : [cause])].join(' · ');
}

/** What keeps a harness from running with the settings on disk. */
export function settingsWords({ restartToApply, changedOnDisk }: HarnessView): readonly string[] {
  return [
    ...(restartToApply === true ? ['restart to apply'] : []),
    ...(changedOnDisk === true ? ['changed on disk: harness up to apply'] : []),
  ];
}

function parkWords({ parkedUntil }: HarnessView, nowMs: number): readonly string[] {
  return parkedUntil === undefined
    ? []
    : [`parked for ${durationWords(Math.max(0, Date.parse(parkedUntil) - nowMs) + 999)}`];
}

function namesOf(
  harnesses: readonly HarnessView[],
  pick: (harness: HarnessView) => boolean,
): readonly string[] {
  return harnesses.filter(pick).map(({ name }) => name);
}
