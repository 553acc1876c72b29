import { daemonClient, type HarnessVerb, type HarnessView } from '@harness/protocol';
import { addressOf } from '../daemon-address.ts';
import { DONE, FAILED } from '../exit-code.ts';
import { type Failure, renderFailure } from '../render/failure.ts';
import { failureOf } from '../tell-error.ts';
import { type Call, flagOption, type Verb } from '../verb.ts';

/** `harness start NAME…` */
export const start: Verb = (call) => commandAll(call, 'start');

/** `harness stop NAME…`: done when nothing of them is left. */
export const stop: Verb = (call) => commandAll(call, 'stop');

/** `harness restart NAME…` */
export const restart: Verb = (call) => commandAll(call, 'restart');

type Ending =
  | { readonly kind: 'done'; readonly harness: HarnessView }
  | { readonly kind: 'failed'; readonly name: string; readonly failure: Failure };

/** All at once: stopping ten harnesses takes as long as the slowest of them. */
async function commandAll(call: Call, verb: HarnessVerb): Promise<number> {
  const client = daemonClient(addressOf(call));
  const names = [...new Set(call.args)];
  const endings = await Promise.all(
    names.map((name) =>
      client.command(name, verb).then(
        (harness) => endingOf(harness, verb),
        (error: unknown): Ending => ({ kind: 'failed', name, failure: failureOf(error) }),
      ),
    ),
  );
  tell(call, endings);
  return endings.every(({ kind }) => kind === 'done') ? DONE : FAILED;
}

function endingOf(harness: HarnessView, verb: HarnessVerb): Ending {
  if (verb === 'stop' || !isUnborn(harness)) {
    return { kind: 'done', harness };
  }
  const { name } = harness;
  const reason = harness.lastExit?.exit.reason;
  const message = `${name} could not start${reason === undefined ? '' : `: ${reason}`}`;
  const hint = `see \`harness logs ${name}\``;
  return { kind: 'failed', name, failure: { code: 'not_started', message, hint } };
}

/** Waiting for another try without ever having run: a run that has ended already was a start all the same. */
function isUnborn({ state, pid, lastExit }: HarnessView): boolean {
  const { code, signal } = lastExit?.exit ?? {};
  const waits = state === 'restarting' || state === 'degraded' || state === 'failed';
  return waits && pid === undefined && code === undefined && signal === undefined;
}

function tell(call: Call, endings: readonly Ending[]): void {
  const { out, err } = call.console;
  const failed = endings.filter((ending) => ending.kind === 'failed');
  const done = endings.filter((ending) => ending.kind === 'done');
  // A daemon that is down is down for all of them alike.
  for (const text of new Set(failed.map(({ failure }) => renderFailure(failure)))) {
    err(text);
  }
  if (flagOption(call, 'json')) {
    const errors = failed.map(({ name, failure }) => ({ name, ...failure }));
    const harnesses = done.map(({ harness }) => harness);
    out(JSON.stringify({ harnesses, ...(errors.length === 0 ? {} : { errors }) }));
    return;
  }
  for (const { harness } of done) {
    out(
      `${harness.name} ${harness.state}${harness.pid === undefined ? '' : ` (pid ${harness.pid})`}`,
    );
  }
}
