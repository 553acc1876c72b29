import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  endProcesses,
  harness,
  homeProcesses,
  homes,
  type ThrowawayHome,
  waitFor,
  writeScript,
} from '@harness/testkit';
import { afterEach, describe, expect, it } from 'vitest';
import { expected } from '../shipped-hooks/real-server.ts';
import { type Received, receiver, throwawayFolder } from '../shipped-hooks/run-shipped.ts';
import { ALERTMANAGER, type Alert, type Alertmanager, startPair } from './alertmanager-pair.ts';
import { createProvider } from './provider.ts';
import { snippet } from './read-page.ts';
import {
  HARNESSES,
  PATIENCE,
  startAgain,
  startFailed,
  startMachine,
  until,
} from './start-fleet.ts';

const HOOK = new URL('../../../../hooks/alertmanager', import.meta.url).pathname;
const MACHINES = 5;
const INTERVAL_S = 15;
// A daemon that is killed has four deliveries under way, which count as failed.
const CUT_OFF = 4;
const TOLD = MACHINES * HARNESSES - CUT_OFF;

const newHome = homes(afterEach);

/** What an Alertmanager sent in one piece. */
interface Grouped {
  readonly status: string;
  readonly alerts: readonly (Alert & { readonly status: string })[];
}

function groupsOf(received: readonly Received[]): readonly Grouped[] {
  return received.map(({ body }): Grouped => JSON.parse(body));
}

/** What was said last of each harness. */
function lastSaid(received: readonly Received[]): ReadonlyMap<string, string> {
  return new Map(
    groupsOf(received).flatMap(({ alerts }) =>
      alerts.map(({ labels, status }) => [labels['harness'] ?? '', status] as const),
    ),
  );
}

/** The page's own configuration, only quicker. */
function quickConfig(webhook: string): string {
  return snippet('# alertmanager.yml')
    .replaceAll('http://127.0.0.1:9000', webhook)
    .replace('group_wait: 30s', 'group_wait: 3s')
    .replace('group_interval: 5m', `group_interval: ${INTERVAL_S}s`);
}

/** A hook that does not come to its work before `open` is called. */
async function heldHook(home: ThrowawayHome) {
  const go = join(home.dir, 'go');
  const path = await writeScript(
    home.dir,
    'held',
    `[ -e ${go} ] || exec sleep 600\nexec ${HOOK} "$@"\n`,
  );
  return {
    path,
    waiting: () => homeProcesses(home.dir, /^sleep 600$/).length,
    open: () => writeFileSync(go, ''),
  };
}

/** How many deliveries of `failed` ended how. */
async function replayed(home: ThrowawayHome): Promise<Readonly<Record<string, number>>> {
  const { out } = await harness(home, ['notify', 'history', '--json', '--lines', '100']);
  const { notifications } = JSON.parse(out) as { notifications: { result: string }[] };
  return Object.fromEntries(
    ['ok', 'error'].map((result) => [
      result,
      notifications.filter((one) => one.result === result).length,
    ]),
  );
}

async function untilFiring(count: number, ...all: readonly Alertmanager[]): Promise<void> {
  for (const one of all) {
    const look = async () => (await one.firing()).length === count;
    await waitFor(`${count} fire at ${one.url}`, look, PATIENCE);
  }
}

describe.runIf(expected(ALERTMANAGER))('a fleet (Debian: prometheus-alertmanager)', () => {
  it('tells an outage of 200 harnesses in a handful, though an Alertmanager and a daemon go too', {
    timeout: 600_000,
  }, async () => {
    const { url: webhook, received } = await receiver();
    const [one, other] = await startPair(quickConfig(webhook));
    const urls = [one.url, other.url];
    const provider = createProvider();
    // Five daemons and many looks at them: each need not compile all of it anew.
    const env = { NODE_COMPILE_CACHE: throwawayFolder() };
    const fleet = await Promise.all(Array.from({ length: MACHINES }, () => newHome(env)));
    const [mortal, ...others] = fleet;
    if (mortal === undefined) {
      throw new Error('there is no machine');
    }
    const held = await heldHook(mortal);
    const daemon = await startMachine(mortal, 'mortal', provider.script, [held.path, ...urls]);
    for (const [at, home] of others.entries()) {
      await startMachine(home, `machine-${at}`, provider.script, [HOOK, ...urls]);
    }
    await until('running', fleet);

    const beganMs = performance.now();
    provider.fail();
    await waitFor('it is heard of', async () => (await one.firing()).length > 20, PATIENCE);
    other.freeze();

    await until('failed', [mortal]);
    await waitFor('its hooks run', () => held.waiting() === CUT_OFF, PATIENCE);
    await daemon.kill9();
    // As a service manager does: what the daemon was running goes with it.
    await endProcesses(mortal.dir);
    held.open();
    await startAgain(mortal);
    await untilFiring(TOLD, one);
    other.thaw();
    const trying = () => fleet.flatMap(({ dir }) => homeProcesses(dir, /^curl /));
    await waitFor('no hook tries any more', () => trying().length === 0, PATIENCE);
    expect(await replayed(mortal)).toEqual({ ok: HARNESSES - CUT_OFF, error: CUT_OFF });

    provider.comeBack();
    await Promise.all(fleet.map(startFailed));
    await untilFiring(0, one, other);
    const over = () => [...lastSaid(received).values()].every((status) => status === 'resolved');
    await waitFor('that is said', over, PATIENCE);
    expect(lastSaid(received).size).toBe(TOLD);

    // Where the machine is busy, it takes more intervals: one notification for each and Alertmanager.
    const intervals = Math.ceil((performance.now() - beganMs) / 1000 / INTERVAL_S);
    const firing = groupsOf(received).filter(({ status }) => status === 'firing');
    expect(firing.length).toBeLessThanOrEqual(Math.max(10, intervals * 2));
  });
});
