import type { Hit } from './recording-hook.ts';
import { harness } from './run-harness.ts';
import type { ThrowawayHome } from './throwaway-home.ts';
import { type Patience, waitFor } from './wait-for.ts';

/** The runs of the home's recording hook, oldest first; of one event or harness if named. */
export async function hits(home: ThrowawayHome, event?: string, name?: string): Promise<Hit[]> {
  const all = await home.hook.read();
  return all.filter(
    (hit) => (event ?? hit.event) === hit.event && (name ?? hit.harness) === hit.harness,
  );
}

/** Waits for the first run of the home's recording hook for an event; default patience 40 s. */
export async function got(
  home: ThrowawayHome,
  event: string,
  name?: string,
  patience: Patience = { timeoutMs: 40_000 },
): Promise<Hit> {
  const look = async (): Promise<Hit | undefined> => (await hits(home, event, name))[0];
  return await waitFor(`hook run for ${event} ${name ?? ''}`, look, patience);
}

/** A row of `harness list --json`. */
export interface ListedHarness {
  readonly name: string;
  readonly state: string;
  readonly pid?: number;
}

/** What `harness list --json` shows. @throws Error when the verb fails. */
export async function listed(home: ThrowawayHome): Promise<readonly ListedHarness[]> {
  const { code, out, err } = await harness(home, ['list', '--json']);
  if (code !== 0) {
    throw new Error(`harness list exited with ${code}: ${err}`);
  }
  const list: { readonly harnesses: readonly ListedHarness[] } = JSON.parse(out);
  return list.harnesses;
}

/** The state that the daemon shows for a harness; undefined when it does not know it. */
export async function state(home: ThrowawayHome, name: string): Promise<string | undefined> {
  return (await listed(home)).find((row) => row.name === name)?.state;
}

/** A value of `harness_notify_deliveries_total` from the daemon's metrics listener; undefined when the series is not there. */
export async function metric(
  home: ThrowawayHome,
  event: string,
  result: string,
): Promise<number | undefined> {
  const response = await fetch(`http://127.0.0.1:${home.metricsPort}/metrics`);
  const lines = (await response.text()).split('\n');
  const line = lines.find(
    (text) =>
      text.startsWith('harness_notify_deliveries_total{') &&
      text.includes(`event="${event}"`) &&
      text.includes(`result="${result}"`),
  );
  return line === undefined ? undefined : Number(line.split(' ').at(-1));
}
