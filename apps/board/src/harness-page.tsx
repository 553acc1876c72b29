import type { HarnessDetail, Overview, RunView } from '@harness/protocol';
import type { JSX } from 'preact';
import { useCallback } from 'preact/hooks';
import { askHarness } from './ask.ts';
import { Command } from './command.tsx';
import { Fact } from './fact.tsx';
import { exitWords } from './harness-table.tsx';
import { Hours } from './hours.tsx';
import { At, Since, Until } from './instant.tsx';
import { NeedsYou } from './needs-you.tsx';
import { PastTable } from './past-table.tsx';
import { plainText } from './plain-text.ts';
import { ScrollArea } from './scroll-area.tsx';
import { State } from './state.tsx';
import { useAsked } from './use-asked.ts';

/** One harness: what is open, what it is, its runs, its last lines, what was told of it. */
export function HarnessPage({ name, overview, edition }: HarnessPageProps): JSX.Element {
  const ask = useCallback(() => askHarness(name), [name]);
  const { value, problem } = useAsked(ask, `harness ${name}`, edition);
  return (
    <>
      <p>
        <a href="#/">← The board</a>
      </p>
      <h2 class="name">{plainText(name)}</h2>
      {problem === undefined ? null : <p class="problem">{problem.message}</p>}
      {value === undefined ? null : (
        <>
          <NeedsYou episodes={overview.episodes.filter(({ harness }) => harness === name)} />
          <Facts detail={value.detail} overview={overview} />
          {value.detail.runs === undefined ? null : <Runs runs={value.runs} />}
          <section aria-labelledby="log">
            <h2 id="log">Last lines</h2>
            <LastLines log={value.log} />
            <Command command={`harness logs ${name} --follow`} />
          </section>
          <section aria-labelledby="told">
            <h2 id="told">Notifications</h2>
            {value.notifications.length === 0 ? <p class="empty">None yet.</p> : null}
            <PastTable entries={value.notifications} label="Notifications of this harness" />
          </section>
        </>
      )}
    </>
  );
}

/** Which harness, and what the page knows. */
export interface HarnessPageProps {
  readonly name: string;
  readonly overview: Overview;
  readonly edition: number;
}

function Facts({
  detail,
  overview,
}: {
  readonly detail: HarnessDetail;
  readonly overview: Overview;
}): JSX.Element {
  const { state, since, pid, intent, intentBy, intentWhy, lastExit, parkedUntil, runs, runRules } =
    detail;
  return (
    <section aria-labelledby="facts">
      <h2 id="facts">State</h2>
      <dl class="facts">
        <Fact name="State">
          <State state={state} /> for <Since at={since} />
          {pid === undefined ? '' : `, pid ${pid}`}
        </Fact>
        <Fact name="Wanted">
          {plainText(`${intent}, by ${intentBy ?? 'nobody'}: ${intentWhy ?? ''}`)}
        </Fact>
        <Fact name="Restarts, last day">
          <Hours hours={overview.restarts[detail.name]} />
        </Fact>
        {parkedUntil === undefined ? null : (
          <Fact name="Parked">
            for another <Until at={parkedUntil} />
            {detail.guards?.park === undefined ? '' : `, ${plainText(detail.guards.park.rule)}`}
          </Fact>
        )}
        {runs?.nextAt === undefined ? null : (
          <Fact name="Next run">
            in <Until at={runs.nextAt} /> ({plainText(runRules?.schedule ?? '')})
          </Fact>
        )}
        {lastExit === undefined ? null : (
          <Fact name="Last exit">
            {plainText(exitWords(lastExit.exit))}, <Since at={lastExit.at} /> ago
            {lastExit.line === undefined ? null : <q>{plainText(lastExit.line)}</q>}
          </Fact>
        )}
        <Fact name="Runs">
          <code>{plainText(detail.argv.join(' '))}</code> in {plainText(detail.workdir)}
        </Fact>
      </dl>
    </section>
  );
}

function Runs({ runs }: { readonly runs: readonly RunView[] }): JSX.Element {
  return (
    <section aria-labelledby="runs">
      <h2 id="runs">Runs</h2>
      {runs.length === 0 ? (
        <p class="empty">It has not run yet.</p>
      ) : (
        <ScrollArea label="Table of runs">
          <table>
            <thead>
              <tr>
                <th scope="col">Run</th>
                <th scope="col">Started</th>
                <th scope="col">By</th>
                <th scope="col">Outcome</th>
                <th scope="col">Last line</th>
              </tr>
            </thead>
            <tbody>
              {runs.map(({ run, startedAt, trigger, outcome, cause }) => (
                <tr key={run}>
                  <th scope="row" class="number">
                    {run}
                  </th>
                  <td>
                    <At at={startedAt} />
                  </td>
                  <td>{trigger}</td>
                  <td>{outcome ?? 'goes on'}</td>
                  <td class="said">{plainText(cause ?? '')}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollArea>
      )}
    </section>
  );
}

function LastLines({ log }: { readonly log: string }): JSX.Element {
  return log === '' ? (
    <p class="empty">It has printed nothing.</p>
  ) : (
    <ScrollArea label="Last lines of the log" end="bottom">
      <pre>{plainText(log)}</pre>
    </ScrollArea>
  );
}
