import { hookEnvironment, payloadJson } from '@harness/notify-core';
import { DONE } from '../exit-code.ts';
import { eventNamed, samplePayload } from '../sample-delivery.ts';
import { type Call, flagOption } from '../verb.ts';

/**
 * `harness notify example EVENT`: the variables that a delivery sets, a blank line, and the very bytes of
 * its standard input. Asks nobody: it needs no daemon and no configuration.
 */
export function notifyExample(call: Call): number {
  const payload = samplePayload(eventNamed(call.args[0] ?? ''), Date.now());
  const environment = hookEnvironment({}, payload);
  const stdin = payloadJson(payload);
  if (flagOption(call, 'json')) {
    call.console.out(JSON.stringify({ environment, stdin, payload }));
    return DONE;
  }
  const variables = Object.entries(environment).map(([name, value]) => `${name}=${value}`);
  call.console.out([...variables, '', stdin.trimEnd()].join('\n'));
  return DONE;
}
