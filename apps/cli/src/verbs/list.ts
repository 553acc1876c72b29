import { daemonClient } from '@harness/protocol';
import { addressOf } from '../daemon-address.ts';
import { DONE } from '../exit-code.ts';
import { listHints, renderHarnessList } from '../render/harness-list.ts';
import { painter } from '../render/paint.ts';
import { type Call, flagOption } from '../verb.ts';

/** `harness list`: one row for each harness; what to do about it goes to stderr, when there is something. */
export async function list(call: Call): Promise<number> {
  const { console } = call;
  const client = daemonClient(addressOf(call));
  const [harnesses, { configProblems, configFile }] = await Promise.all([
    client.harnesses(),
    client.status(),
  ]);
  if (flagOption(call, 'json')) {
    console.out(JSON.stringify({ harnesses, config_problems: configProblems }));
    return DONE;
  }
  const { columns, isTerminal } = console;
  const page = { columns, paint: painter(console.color), nowMs: Date.now() };
  console.out(renderHarnessList(harnesses, { ...page, withCauses: isTerminal }));
  const hints = [
    ...(harnesses.length > 0 ? [] : [`no harness yet: a table [harness.NAME] in ${configFile}`]),
    ...listHints(harnesses),
    ...(configProblems.length === 0
      ? []
      : ['the configuration on disk has errors and is not in force: `harness config check`']),
  ];
  if (hints.length > 0) {
    console.err(hints.join('\n'));
  }
  return DONE;
}
