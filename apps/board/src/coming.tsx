import type { HarnessView } from '@harness/protocol';
import type { ComponentChildren, JSX } from 'preact';
import { HarnessLink } from './harness-link.tsx';
import { At, Until } from './instant.tsx';

/** What is parked, and what a schedule starts next. */
export function Coming({ harnesses }: { readonly harnesses: readonly HarnessView[] }): JSX.Element {
  return (
    <div class="pair">
      <section aria-labelledby="parks">
        <h2 id="parks">Parked</h2>
        <Clocks harnesses={harnesses} at={({ parkedUntil }) => parkedUntil} until="Released in">
          Nothing waits for quota.
        </Clocks>
      </section>
      <section aria-labelledby="schedules">
        <h2 id="schedules">Scheduled</h2>
        <Clocks harnesses={harnesses} at={({ runs }) => runs?.nextAt} until="Runs in">
          No schedule is on.
        </Clocks>
      </section>
    </div>
  );
}

interface ClocksProps {
  readonly harnesses: readonly HarnessView[];
  readonly at: (harness: HarnessView) => string | undefined;
  readonly until: string;
  readonly children: ComponentChildren;
}

function Clocks({ harnesses, at, until, children }: ClocksProps): JSX.Element {
  const due = harnesses
    .flatMap(({ name, ...rest }) => {
      const instant = at({ name, ...rest });
      return instant === undefined ? [] : [{ name, instant }];
    })
    .toSorted((a, b) => Date.parse(a.instant) - Date.parse(b.instant));
  if (due.length === 0) {
    return <p class="empty">{children}</p>;
  }
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">Harness</th>
          <th scope="col">{until}</th>
          <th scope="col">At</th>
        </tr>
      </thead>
      <tbody>
        {due.map(({ name, instant }) => (
          <tr key={name}>
            <th scope="row">
              <HarnessLink name={name} />
            </th>
            <td class="number">
              <Until at={instant} />
            </td>
            <td>
              <At at={instant} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
