import type { DeliveryView, HookView } from '@harness/protocol';
import type { JSX } from 'preact';
import { Command } from './command.tsx';
import { Fact } from './fact.tsx';
import { At, Since } from './instant.tsx';
import { outcomeOf, resultWords } from './outcome.ts';
import { plainText } from './plain-text.ts';
import { OutcomeIcon } from './shape.tsx';

/** Whether the alert path works. */
export function HookHealth({ hook }: { readonly hook: HookView }): JSX.Element {
  return (
    <section aria-labelledby="hook" class={isBroken(hook) ? 'alarm' : 'calm'}>
      <h2 id="hook">Does the alert path work?</h2>
      <p class="verdict">{verdict(hook)}</p>
      {hook.program === undefined ? null : <Facts hook={hook} />}
    </section>
  );
}

/** Nobody is told, or the last one was not. */
function isBroken({ program, recent }: HookView): boolean {
  const [last] = recent;
  return program === undefined || (last !== undefined && last.result !== 'ok');
}

/** The same in a sentence. */
function verdict(hook: HookView): string {
  const [last] = hook.recent;
  if (hook.program === undefined) {
    return 'No: there is no [notify] table, so nobody is told of anything.';
  }
  if (last === undefined) {
    return 'Not known: nothing has been delivered yet.';
  }
  return last.result === 'ok'
    ? 'Yes: the last delivery succeeded.'
    : `No: the last delivery failed (${plainText(resultWords(last))}).`;
}

function Facts({ hook }: { readonly hook: HookView }): JSX.Element {
  const { program = '', recent, lastOk, lastFailed, waiting, oldestWaitingAt } = hook;
  return (
    <>
      <dl class="facts">
        <Fact name="Hook">{plainText(program)}</Fact>
        <Fact name="Last success">{lastOk === undefined ? 'never' : <Ended of={lastOk} />}</Fact>
        <Fact name="Last failure">
          {lastFailed === undefined ? 'never' : <Ended of={lastFailed} />}
        </Fact>
        <Fact name="Queue">
          <span class="number">{waiting}</span> waiting
          {oldestWaitingAt === undefined ? null : (
            <>
              , the oldest for <Since at={oldestWaitingAt} />
            </>
          )}
        </Fact>
        <Fact name={`Last ${Math.max(recent.length, 1)}`}>
          <LastTen recent={recent} />
        </Fact>
      </dl>
      <Command command="harness doctor --notify-test" />
    </>
  );
}

function Ended({ of }: { readonly of: DeliveryView }): JSX.Element {
  const at = of.finishedAt ?? of.raisedAt;
  return (
    <>
      <Since at={at} /> ago (<At at={at} />
      ), {of.event} {of.harness === undefined ? '' : `of ${plainText(of.harness)}`}
    </>
  );
}

/** Oldest first, as one reads. */
function LastTen({ recent }: { readonly recent: readonly DeliveryView[] }): JSX.Element {
  if (recent.length === 0) {
    return <>none yet</>;
  }
  const failed = recent.filter(({ result }) => result !== 'ok').length;
  return (
    <>
      <span
        role="img"
        aria-label={`${failed} of the last ${recent.length} failed, the newest last`}
      >
        {recent.toReversed().map((delivery) => (
          <OutcomeIcon key={delivery.row} outcome={outcomeOf(delivery)} />
        ))}
      </span>{' '}
      {failed === 0 ? 'all succeeded' : `${failed} failed`}
    </>
  );
}
