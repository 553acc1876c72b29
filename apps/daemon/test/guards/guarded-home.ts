import { mkdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import {
  harness,
  notifyTable,
  type RunningDaemon,
  startDaemon,
  type ThrowawayHome,
  waitFor,
} from '@harness/testkit';
import { QUICK } from '../system/quick.ts';

/** Policy times that make guards act within a moment. */
const HASTY: Readonly<Record<string, number | readonly number[]>> = {
  ...QUICK,
  lookMs: 100,
  stallTimeoutMs: 1500,
};

/** Starts a daemon with hasty guards, however busy the machine is. */
export function hastyDaemon(
  home: ThrowawayHome,
  policy: Readonly<Record<string, number>> = {},
): Promise<RunningDaemon> {
  return startDaemon(home, { policy: { ...HASTY, ...policy }, readyMs: 60_000 });
}

/** Every event, at once. */
export function everyEvent(home: ThrowawayHome): string {
  return notifyTable(home, 'cooldown = "0s"');
}

/** The folder of an agent, by its real path. */
export function agentFolder(home: ThrowawayHome, name: string): string {
  const folder = join(home.workDir, name);
  mkdirSync(folder, { recursive: true });
  return realpathSync(folder);
}

/** A resident that is a shell script and writes the transcript of an agent. */
export function agent(
  home: ThrowawayHome,
  name: string,
  { script = 'exec sleep 600', transcript = 'claude-code', keys = '' } = {},
): string {
  return `[harness.${name}]
harness = "generic"
args = ["-c", ${JSON.stringify(script)}]
workdir = ${JSON.stringify(agentFolder(home, name))}
transcript = "${transcript}"
enabled = true
restart_delay = "20ms"
${keys}
`;
}

/** What `describe` says of a harness. */
export interface Described {
  readonly state: string;
  readonly pid?: number;
  readonly intent: string;
  readonly intentBy: string;
  readonly parkedUntil?: string;
  readonly guards?: {
    readonly transcript?: { readonly found: boolean; readonly ambiguous: number };
    readonly lastSuccessAt?: string;
    readonly park?: { readonly until: string; readonly rule: string };
    readonly stall?: string;
    readonly stallRestarts?: number;
    readonly health?: { readonly failures: number; readonly unhealthy: boolean };
    readonly stuckRotation?: string;
  };
}

export async function described(home: ThrowawayHome, name: string): Promise<Described> {
  const { out } = await harness(home, ['describe', name, '--json']);
  const answer: { readonly harness: Described } = JSON.parse(out);
  return answer.harness;
}

/** Waits until `describe` shows what is looked for. */
export function untilDescribed(
  home: ThrowawayHome,
  name: string,
  what: string,
  looked: (harness: Described) => boolean,
): Promise<Described> {
  return waitFor(
    `${name}: ${what}`,
    async () => {
      const harness = await described(home, name);
      return looked(harness) && harness;
    },
    { timeoutMs: 60_000, everyMs: 100 },
  );
}
