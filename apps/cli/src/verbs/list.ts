import { type DaemonClient, daemonClient, type HarnessesAnswer } from '@harness/protocol';
import { addressOf } from '../daemon-address.ts';
import { DONE } from '../exit-code.ts';
import { listHints, renderHarnessList } from '../render/harness-list.ts';
import { painter } from '../render/paint.ts';
import { type Call, flagOption } from '../verb.ts';

/** `harness list`: one row for each harness; what to do about it goes to stderr, when there is something. */
export async function list(call: Call): Promise<number> {
  const { console } = call;
  const client = daemonClient(addressOf(call));
  const answer = await client.harnesses();
  const { harnesses, configProblems = [] } = answer;
  if (flagOption(call, 'json')) {
    console.out(JSON.stringify({ harnesses, config_problems: configProblems }));
    return DONE;
  }
  const { columns, isTerminal } = console;
  const page = { columns, paint: painter(console.color), nowMs: Date.now() };
  console.out(await renderHarnessList(harnesses, { ...page, withCauses: isTerminal }));
  const hints = await hintsFor(answer, client);
  if (hints.length > 0) {
    console.err(hints.join('\n'));
  }
  return DONE;
}

async function hintsFor(
  { harnesses, configProblems = [] }: HarnessesAnswer,
  client: DaemonClient,
): Promise<readonly string[]> {
  return [
    ...(harnesses.length === 0 ? [await firstStep(client)] : listHints(harnesses)),
    ...(configProblems.length === 0
      ? []
      : ['the configuration on disk has errors and is not in force: `harness config check`']),
  ];
}

async function firstStep(client: DaemonClient): Promise<string> {
  const { configFile } = await client.status();
  return `no harness yet: add a table [harness.NAME] to ${configFile}, then \`harness reload\``;
}
