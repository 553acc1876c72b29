import { daemonClient, type RunView } from '@harness/protocol';
import { addressOf } from '../daemon-address.ts';
import { DONE } from '../exit-code.ts';
import { outcomeWords } from '../render/run-list.ts';
import { oneLine, safeJson } from '../render/safe-text.ts';
import { runExitCode } from '../run-exit-code.ts';
import { type Call, flagOption } from '../verb.ts';

/** `harness trigger NAME`: asks for a run; with `--wait` the exit code is the run's. */
export async function trigger(call: Call): Promise<number> {
  const wait = flagOption(call, 'wait');
  const run = await daemonClient(addressOf(call)).trigger(call.args[0] ?? '', { wait });
  call.console.out(flagOption(call, 'json') ? safeJson({ run }) : words(run));
  return wait ? runExitCode(run) : DONE;
}

function words(run: RunView): string {
  const cause = run.cause === undefined ? '' : `: ${oneLine(run.cause)}`;
  return `${run.harness} run ${run.run} ${outcomeWords(run)}${cause}`;
}
