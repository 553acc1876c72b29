import { daemonClient } from '@harness/protocol';
import {
  notifyTable,
  type RunningDaemon,
  startDaemon,
  type ThrowawayHome,
  waitFor,
  writeConfig,
} from '@harness/testkit';
import { AT_ONCE, shell } from '../system/quick.ts';

/** How many harnesses each machine has. */
export const HARNESSES = 40;

/** How long a fleet may take on a busy machine. */
export const PATIENCE = { timeoutMs: 200_000, everyMs: 500 } as const;

/** Starts a daemon whose hook is `command`, and its harnesses, which all run one script. */
export async function startMachine(
  home: ThrowawayHome,
  name: string,
  script: string,
  command: readonly string[],
): Promise<RunningDaemon> {
  const harnesses = Array.from({ length: HARNESSES }, (_, at) => shell(`${name}-${at}`, script));
  await writeConfig(home, notifyTable(home, 'timeout = "2m"', command) + harnesses.join(''));
  return await startAgain(home);
}

/** Starts a daemon in the home of one that has ended. */
export function startAgain(home: ThrowawayHome): Promise<RunningDaemon> {
  const policy = { ...AT_ONCE, proofMinMs: 300, proofMaxMs: 500 };
  return startDaemon(home, { policy, readyMs: PATIENCE.timeoutMs });
}

/** Waits until all harnesses of some homes are in a state. */
export async function until(state: string, all: readonly ThrowawayHome[]): Promise<void> {
  for (const home of all) {
    const look = async () => (await harnessesIn(home, state)).length === HARNESSES;
    await waitFor(`all are ${state}`, look, PATIENCE);
  }
}

/** Starts every harness that has failed, as an operator does when the trouble is over. */
export async function startFailed(home: ThrowawayHome): Promise<void> {
  for (const name of await harnessesIn(home, 'failed')) {
    await daemonClient({ env: home.env }).command(name, 'start');
  }
}

async function harnessesIn(home: ThrowawayHome, state: string): Promise<readonly string[]> {
  const { harnesses } = await daemonClient({ env: home.env }).harnesses();
  return harnesses.filter((one) => one.state === state).map(({ name }) => name);
}
