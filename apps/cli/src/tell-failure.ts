import { FAILED } from './exit-code.ts';
import { type Failure, renderFailure } from './render/failure.ts';
import { type Call, flagOption } from './verb.ts';

/** Says why it did not work, on stderr and with `--json` as an object on stdout; gives the exit code. */
export function tellFailure(failure: Failure, call: Call): number {
  call.console.err(renderFailure(failure));
  if (flagOption(call, 'json')) {
    call.console.out(JSON.stringify({ error: failure }));
  }
  return FAILED;
}
