import type { HarnessView, Overview } from '@harness/protocol';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { HarnessLink } from './harness-link.tsx';
import { Hours } from './hours.tsx';
import { Since, Until } from './instant.tsx';
import { plainText } from './plain-text.ts';
import { ScrollArea } from './scroll-area.tsx';
import { State } from './state.tsx';

/** Every harness, with what it is at and what comes next. */
export function HarnessTable({ overview }: { readonly overview: Overview }): JSX.Element {
  const [wanted, setWanted] = useState('');
  const { harnesses, restarts } = overview;
  const shown = harnesses.filter((harness) => fits(harness, wanted.trim().toLowerCase()));
  return (
    <section aria-labelledby="harnesses">
      <h2 id="harnesses">
        Harnesses <span class="count">{harnesses.length}</span>
      </h2>
      {harnesses.length === 0 ? (
        <p class="empty">No harness is configured yet.</p>
      ) : (
        <>
          <label class="filter">
            Find{' '}
            <input
              type="search"
              value={wanted}
              onInput={({ currentTarget }) => setWanted(currentTarget.value)}
              placeholder="name or state"
            />
          </label>
          <ScrollArea label="Table of harnesses">
            <table class="harnesses">
              <thead>
                <tr>
                  <th scope="col">Harness</th>
                  <th scope="col">State</th>
                  <th scope="col">For</th>
                  <th scope="col">Restarts, last day</th>
                  <th scope="col">Next</th>
                </tr>
              </thead>
              <tbody>
                {shown.map((harness) => (
                  <tr key={harness.name}>
                    <th scope="row">
                      <HarnessLink name={harness.name} />
                    </th>
                    <td>
                      <State state={harness.state} />
                    </td>
                    <td class="number">
                      <Since at={harness.since} />
                    </td>
                    <td>
                      <Hours hours={restarts[harness.name]} />
                    </td>
                    <td>
                      <Next harness={harness} />
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </ScrollArea>
          {shown.length === 0 ? <p class="empty">No harness fits.</p> : null}
        </>
      )}
    </section>
  );
}

function fits({ name, state }: HarnessView, wanted: string): boolean {
  return name.toLowerCase().includes(wanted) || state === wanted;
}

/** What comes next: a release, a restart or a run; else how the last one ended. */
function Next({ harness }: { readonly harness: HarnessView }): JSX.Element | null {
  const { parkedUntil, nextStartAt, runs, lastExit } = harness;
  if (parkedUntil !== undefined) {
    return (
      <>
        released in <Until at={parkedUntil} />
      </>
    );
  }
  if (nextStartAt !== undefined) {
    return (
      <>
        starts in <Until at={nextStartAt} />
      </>
    );
  }
  if (runs?.current !== undefined) {
    return <>run {runs.current} goes on</>;
  }
  if (runs?.nextAt !== undefined) {
    return (
      <>
        runs in <Until at={runs.nextAt} />
      </>
    );
  }
  return lastExit === undefined ? null : <>last exit: {plainText(exitWords(lastExit.exit))}</>;
}

/** How a run ended, in two words. */
export function exitWords({
  code,
  signal,
  reason,
}: NonNullable<HarnessView['lastExit']>['exit']): string {
  return reason === undefined ? (signal ?? `exit ${code ?? '?'}`) : 'could not start';
}
