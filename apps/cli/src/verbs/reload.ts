import { daemonClient } from '@harness/protocol';
import { addressOf } from '../daemon-address.ts';
import { DONE } from '../exit-code.ts';
import { renderReloadSummary } from '../render/reload-summary.ts';
import { type Call, flagOption } from '../verb.ts';

/** `harness reload`: a configuration with errors changes nothing, and every error is told. */
export async function reload(call: Call): Promise<number> {
  const changed = await daemonClient(addressOf(call)).reload();
  call.console.out(
    flagOption(call, 'json') ? JSON.stringify({ changed }) : renderReloadSummary(changed),
  );
  return DONE;
}
