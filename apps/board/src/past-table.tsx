import type { NotificationView } from '@harness/protocol';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { HarnessLink } from './harness-link.tsx';
import { At } from './instant.tsx';
import { OUTCOME_WORDS, outcomeOf, resultWords } from './outcome.ts';
import { plainText } from './plain-text.ts';
import { ScrollArea } from './scroll-area.tsx';
import { OutcomeIcon } from './shape.tsx';

const FIRST = 25;
const MORE = 200;

/** What was told and what was not, the newest first. */
export function PastTable({ entries, label }: PastTableProps): JSX.Element | null {
  const [most, setMost] = useState(FIRST);
  if (entries.length === 0) {
    return null;
  }
  return (
    <>
      <ScrollArea label={label}>
        <table class="past">
          <thead>
            <tr>
              <th scope="col">When</th>
              <th scope="col">Outcome</th>
              <th scope="col">Event</th>
              <th scope="col">Harness</th>
              <th scope="col">What was said, or why not</th>
            </tr>
          </thead>
          <tbody>
            {entries.slice(0, most).map((entry) => (
              <Row key={entry.row} entry={entry} />
            ))}
          </tbody>
        </table>
      </ScrollArea>
      {entries.length > most ? (
        <button type="button" onClick={() => setMost(most + MORE)}>
          Show more of {entries.length}
        </button>
      ) : null}
    </>
  );
}

/** Which entries, newest first, and what the table is called. */
export interface PastTableProps {
  readonly entries: readonly NotificationView[];
  readonly label: string;
}

function Row({ entry }: { readonly entry: NotificationView }): JSX.Element {
  const outcome = outcomeOf(entry);
  return (
    <tr>
      <td class="number">
        <At at={entry.kind === 'held_back' ? entry.lastAt : entry.raisedAt} />
      </td>
      <td class="outcome">
        <OutcomeIcon outcome={outcome} /> {OUTCOME_WORDS[outcome]}
      </td>
      <td>{entry.event}</td>
      <td>{entry.harness === undefined ? '–' : <HarnessLink name={entry.harness} />}</td>
      <td class="said">{plainText(saidWords(entry))}</td>
    </tr>
  );
}

function saidWords(entry: NotificationView): string {
  if (entry.kind === 'held_back') {
    return resultWords(entry);
  }
  const { result, message } = entry;
  return result === 'ok' ? message : `(${resultWords(entry)}) ${message}`;
}
