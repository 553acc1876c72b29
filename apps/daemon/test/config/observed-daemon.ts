import {
  type DaemonClient,
  DaemonError,
  daemonClient,
  type HarnessView,
  type ReloadSummary,
} from '@harness/protocol';
import {
  type DaemonOptions,
  type RunningDaemon,
  startDaemon,
  type ThrowawayHome,
  waitFor,
} from '@harness/testkit';

/** A daemon, and what a test sees of it. */
export interface ObservedDaemon extends RunningDaemon {
  readonly client: DaemonClient;
  /** The lines of its log that say this, parsed. */
  said(message: string): Promise<readonly Readonly<Record<string, unknown>>[]>;
  /** Why a reload was refused, or what it changed. */
  reload(): Promise<ReloadSummary | readonly string[]>;
  /** One harness; waits until `fits` says that it is as it should be. */
  until(name: string, fits: (harness: HarnessView) => boolean): Promise<HarnessView>;
}

/** Policy times that make a crash loop give up within a second. */
const QUICK: NonNullable<DaemonOptions['policy']> = {
  backoffMs: [20, 40, 80],
  stopGraceMs: 500,
  proofMinMs: 400,
};

/** Starts a daemon in a home; call this once its configuration is written. */
export async function observedDaemon(
  home: ThrowawayHome,
  options: DaemonOptions = {},
): Promise<ObservedDaemon> {
  const daemon = await startDaemon(home, { policy: QUICK, readyMs: 80_000, ...options });
  const client = daemonClient({ env: home.env });
  return {
    ...daemon,
    client,
    said: async (message) => entriesOf(await daemon.log()).filter(({ msg }) => msg === message),
    reload: () => client.reload().catch(problemsOf),
    until: (name, fits) =>
      waitFor(`${name} is as it should be`, () => find(client, name, fits), { timeoutMs: 30_000 }),
    [Symbol.asyncDispose]: () => daemon[Symbol.asyncDispose](),
  };
}

/** A resident that stays up. */
export function sleeper(name: string, keys = ''): string {
  return `[harness.${name}]\nharness = "generic"\nargs = ["-c", "exec sleep 600"]\nenabled = true\n${keys}\n`;
}

/** A resident that ends at once with 1. */
export function crasher(name: string): string {
  return `[harness.${name}]\nharness = "generic"\nargs = ["-c", "echo down; exit 1"]\nenabled = true\nrestart_delay = "20ms"\n`;
}

async function find(
  client: DaemonClient,
  name: string,
  fits: (harness: HarnessView) => boolean,
): Promise<HarnessView | undefined> {
  const { harnesses } = await client.harnesses();
  return harnesses.find((harness) => harness.name === name && fits(harness));
}

function entriesOf(log: string): Readonly<Record<string, unknown>>[] {
  return log
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line));
}

function problemsOf(error: unknown): readonly string[] {
  if (error instanceof DaemonError && error.code === 'config_refused') {
    return error.problems;
  }
  throw error;
}
