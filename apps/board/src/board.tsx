import type { Overview } from '@harness/protocol';
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Coming } from './coming.tsx';
import { Command } from './command.tsx';
import type { Contact } from './follow-daemon.ts';
import { nameIn } from './harness-link.tsx';
import { HarnessPage } from './harness-page.tsx';
import { HarnessTable } from './harness-table.tsx';
import { HookHealth } from './hook-health.tsx';
import { Since, ZONE } from './instant.tsx';
import { NeedsYou } from './needs-you.tsx';
import { Night } from './night-section.tsx';
import { plainText } from './plain-text.ts';
import { useLive } from './use-live.ts';
import { NowProvider, useClock } from './use-now.ts';

/** The whole page. */
export function Board(): JSX.Element {
  const { contact, overview, problem, edition, beat } = useLive();
  const name = useNameInAddress();
  const nowMs = useClock(overview?.aheadMs ?? 0);
  useTitle(overview?.answer, contact);
  return (
    <NowProvider value={nowMs}>
      <header>
        <h1>{overview === undefined ? 'harness' : `harness on ${overview.answer.host}`}</h1>
        <ContactLine contact={contact} />
        <p class="zone">
          times are {ZONE}
          {overview === undefined ? null : (
            <>
              ; release {overview.answer.version}, up <Since at={overview.answer.startedAt} />
            </>
          )}
        </p>
      </header>
      <main id="main" class={contact.kind === 'stale' ? 'old' : ''}>
        {contact.kind === 'logged_out' ? <LogIn /> : null}
        {problem === undefined || contact.kind !== 'live' ? null : (
          <p class="problem">
            {overview === undefined ? 'Nothing is known yet' : 'What is shown is old'}:{' '}
            {plainText(problem.message)}
          </p>
        )}
        {overview === undefined ? null : (
          <Content overview={overview.answer} name={name} edition={edition} beat={beat} />
        )}
      </main>
    </NowProvider>
  );
}

interface ContentProps {
  readonly overview: Overview;
  readonly name: string | undefined;
  readonly edition: number;
  readonly beat: number;
}

function Content({ overview, name, edition, beat }: ContentProps): JSX.Element {
  if (name !== undefined) {
    // No change is told of what it prints.
    return <HarnessPage name={name} overview={overview} edition={beat} />;
  }
  const { episodes, hook, harnesses, configProblems } = overview;
  return (
    <>
      {configProblems.length === 0 ? null : (
        <p class="problem">
          The configuration on disk has errors and is not in force:{' '}
          <Command command="harness config check" />
        </p>
      )}
      <NeedsYou episodes={episodes} />
      <HookHealth hook={hook} />
      <HarnessTable overview={overview} />
      <Coming harnesses={harnesses} />
      <Night edition={edition} />
    </>
  );
}

function ContactLine({ contact }: { readonly contact: Contact }): JSX.Element {
  return (
    <p class={`contact ${contact.kind}`} role="status">
      {contact.kind === 'live' ? 'live' : null}
      {contact.kind === 'connecting' ? 'connecting…' : null}
      {contact.kind === 'logged_out' ? 'logged out' : null}
      {contact.kind === 'stale'
        ? `stale: nothing heard since ${staleWords(contact.sinceMs)}; trying again`
        : null}
    </p>
  );
}

function staleWords(sinceMs: number): string {
  return new Date(sinceMs).toLocaleTimeString();
}

function LogIn(): JSX.Element {
  return (
    <section aria-labelledby="log-in">
      <h2 id="log-in">Log in again</h2>
      <p>
        This session is over. On the host: <Command command="harness open" />
      </p>
    </section>
  );
}

function useNameInAddress(): string | undefined {
  const [hash, setHash] = useState(location.hash);
  useEffect(() => {
    const changed = (): void => {
      setHash(location.hash);
      scrollTo(0, 0);
    };
    addEventListener('hashchange', changed);
    return () => removeEventListener('hashchange', changed);
  }, []);
  return nameIn(hash);
}

/** Also where only the tab can be seen. */
function useTitle(overview: Overview | undefined, contact: Contact): void {
  const needs = overview?.episodes.length ?? 0;
  const host = overview?.host ?? '';
  useEffect(() => {
    const stale = contact.kind === 'stale' ? 'stale · ' : '';
    document.title = `${stale}${needs === 0 ? '' : `${needs} need you · `}harness ${host}`;
  }, [needs, host, contact.kind]);
}
