import { daemonClient } from '@harness/protocol';
import { addressOf } from '../daemon-address.ts';
import { DONE } from '../exit-code.ts';
import { renderHarnessDetail } from '../render/harness-detail.ts';
import { painter } from '../render/paint.ts';
import { type Call, flagOption } from '../verb.ts';

/** `harness describe NAME`. */
export async function describe(call: Call): Promise<number> {
  const { console } = call;
  const harness = await daemonClient(addressOf(call)).harness(call.args[0] ?? '');
  const page = { columns: console.columns, paint: painter(console.color), nowMs: Date.now() };
  const json = flagOption(call, 'json');
  console.out(json ? JSON.stringify({ harness }) : await renderHarnessDetail(harness, page));
  return DONE;
}
