import {
  DEFAULT_POLICY,
  type Effect,
  type Input,
  initial,
  type Lifecycle,
  type Order,
  remember,
  type Settings,
  step,
} from '@harness/supervision';

const settings: Settings = { restart: 'always', restartDelayMs: 1_000 };
const order: Order = { by: 'operator', why: 'a start', atMs: 1_790_000_000_000 };

/** A program that cannot be started, from its start to the end of its budget. */
export function use(): unknown {
  const told: Effect[] = [];
  let lifecycle: Lifecycle = initial({ wanted: false, ...order });
  let nowMs = 0;
  const feed = (input: Input): void => {
    const next = step(lifecycle, input, { settings, policy: DEFAULT_POLICY }, nowMs);
    lifecycle = next.lifecycle;
    told.push(...next.effects);
  };
  feed({ kind: 'start', order });
  for (let run = 1; lifecycle.state !== 'failed' && run < 20; run += 1) {
    feed({ kind: 'spawn_failed', run, reason: 'no such file' });
    nowMs += 60_000;
    feed({ kind: 'tick' });
  }
  return {
    state: lifecycle.state,
    starts: told.filter(({ kind }) => kind === 'start').length,
    facts: told.flatMap((effect) => (effect.kind === 'tell' ? [effect.fact.kind] : [])),
    remembered: JSON.stringify(remember(lifecycle)) !== '{}',
  };
}
