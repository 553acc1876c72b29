import {
  type Arising,
  type Decision,
  decide,
  EVENTS,
  type EventName,
  emptyMemory,
  type HarnessMemory,
  type Policy,
  retell,
  type Settlement,
  settle,
} from '../../src/index.ts';

/** A window as the manual's default has it, in milliseconds. */
export const WINDOW_MS = 900_000;

/** Every event wanted, with a window of {@link WINDOW_MS}. */
export const POLICY: Policy = { events: new Set(EVENTS), cooldownMs: WINDOW_MS };

/** One harness as its owner sees it: a memory that goes from decision to decision. */
export interface Watch {
  memory: HarnessMemory;
  policy: Policy;
  raise: (event: EventName, nowMs: number, more?: Partial<Arising>) => Decision;
  settled: (decision: Decision, result: Settlement['result']) => readonly Decision[];
  told: (event: EventName, nowMs: number, more?: Partial<Arising>) => Decision;
  retold: (event: EventName, nowMs: number) => Decision | undefined;
}

/** Starts to watch a harness that nothing was ever said about. */
export function watch(policy: Policy = POLICY): Watch {
  let candidates = 0;
  const own: Watch = {
    memory: emptyMemory(),
    policy,
    raise: (event, nowMs, more = {}) => {
      candidates += 1;
      const arising = { event, episodeId: `ep-${candidates}`, ...more };
      const { memory, decision } = decide(own.memory, arising, own.policy, nowMs);
      own.memory = memory;
      return decision;
    },
    settled: (decision, result) => {
      const delivery = decision.kind === 'deliver' ? decision.delivery : -1;
      const { memory, releases } = settle(own.memory, { delivery, result });
      own.memory = memory;
      return releases.map((release) => release.decision);
    },
    told: (event, nowMs, more) => {
      const decision = own.raise(event, nowMs, more);
      own.settled(decision, 'ok');
      return decision;
    },
    retold: (event, nowMs) => {
      const { memory, decision } = retell(own.memory, event, nowMs);
      own.memory = memory;
      return decision;
    },
  };
  return own;
}
