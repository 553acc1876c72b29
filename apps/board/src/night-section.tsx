import type { NotificationView } from '@harness/protocol';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { hoursUpTo, talliesOf } from './night.ts';
import { MOST_ENTRIES } from './past.ts';
import { PastTable } from './past-table.tsx';
import { Plots } from './plots.tsx';
import { TimeLine } from './time-line.tsx';
import { useNow } from './use-now.ts';
import { usePast } from './use-past.ts';

const RANGES = [
  { hours: 24, pieces: 96, label: 'Day' },
  { hours: 168, pieces: 84, label: 'Week' },
] as const;

const HOUR_MS = 3_600_000;

/** What the night looked like: a day or a week, filtered. */
export function Night({ edition }: { readonly edition: number }): JSX.Element {
  const [range, setRange] = useState<(typeof RANGES)[number]>(RANGES[0]);
  const [harness, setHarness] = useState('');
  const [event, setEvent] = useState('');
  const { value, problem } = usePast(range.hours, edition);
  const all = [...(value?.values() ?? [])].toSorted((a, b) => b.row - a.row);
  const entries = all.filter((entry) => fits(entry, harness, event));
  // By the hour, so that nothing moves with every second.
  const hours = hoursUpTo(Math.floor(useNow() / HOUR_MS) * HOUR_MS, range.hours);
  return (
    <section aria-labelledby="night" aria-busy={value === undefined && problem === undefined}>
      <h2 id="night">What was told, what was held back</h2>
      <div class="filters">
        <fieldset>
          <legend>Time</legend>
          {RANGES.map((one) => (
            <label key={one.label}>
              <input
                type="radio"
                name="range"
                checked={one === range}
                onChange={() => setRange(one)}
              />{' '}
              {one.label}
            </label>
          ))}
        </fieldset>
        <Choice
          label="Harness"
          value={harness}
          choose={setHarness}
          of={all.map((one) => one.harness ?? '')}
        />
        <Choice label="Event" value={event} choose={setEvent} of={all.map((one) => one.event)} />
      </div>
      {problem === undefined ? null : <p class="problem">{problem.message}</p>}
      {value === undefined ? (
        <p class="empty">Reading the history…</p>
      ) : (
        <>
          {all.length >= MOST_ENTRIES ? <p>The newest {MOST_ENTRIES} entries are shown.</p> : null}
          <TimeLine entries={entries} stretch={{ ...hours, pieces: range.pieces }} />
          <Plots tallies={talliesOf(entries, hours)} />
          <PastTable entries={entries} label="Table of notifications" />
        </>
      )}
    </section>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly value: string;
  readonly choose: (value: string) => void;
  /** What there is, with repetitions. */
  readonly of: readonly string[];
}

function Choice({ label, value, choose, of }: ChoiceProps): JSX.Element {
  const options = [...new Set([...of, value])].filter((one) => one !== '').toSorted();
  return (
    <label>
      {label}{' '}
      <select value={value} onChange={({ currentTarget }) => choose(currentTarget.value)}>
        <option value="">all</option>
        {options.map((one) => (
          <option key={one} value={one}>
            {one}
          </option>
        ))}
      </select>
    </label>
  );
}

function fits(entry: NotificationView, harness: string, event: string): boolean {
  return (harness === '' || entry.harness === harness) && (event === '' || entry.event === event);
}
