import { decide, EVENTS, emptyMemory, type HarnessMemory } from '@harness/notify-core';
import { createDeliveryMetrics } from '@harness/notify-metrics';
import type { Measure, Round } from '../measure.ts';
import type { Effort } from '../row.ts';
import { timedNs } from '../time.ts';

const HARNESSES = 64;
const EVENTS_A_TIMING = 200_000;
const MEMORIES = 20_000;
const POLICY = { events: new Set(EVENTS), cooldownMs: 900_000 };
const ARISING = { event: 'flapping', episodeId: 'episode' } as const;

/**
 * An event that an open window holds back, decided and counted, against the least that could do so: a look into a map,
 * a look at the clock, an addition. And what a window weighs, against the key and the number in such a map.
 */
export function suppressed({ quick }: Effort): Promise<readonly Measure[]> {
  const rounds = Array.from(
    { length: quick ? 4 : 25 },
    (): Round => ({
      yardstick: bareLoop(),
      ours: storm(),
    }),
  );
  return Promise.resolve([
    {
      what: 'a suppressed event',
      unit: 'ns',
      rounds: rounds.slice(1),
      target: { of: 'ours', most: 150 },
    },
    {
      what: 'a cooldown slot',
      unit: 'B',
      rounds: [{ ours: slotBytes(memories), yardstick: slotBytes(bareMap) }],
      target: { of: 'ours', most: 64 },
    },
  ]);
}

function storm(): number {
  const metrics = createDeliveryMetrics();
  const memoriesOf = new Map<string, HarnessMemory>(
    names(HARNESSES).map((name) => [name, openWindow(emptyMemory())]),
  );
  const order = [...memoriesOf.keys()];
  const ns = timedNs(() => {
    for (let index = 0; index < EVENTS_A_TIMING; index += 1) {
      const name = order[index % HARNESSES] ?? '';
      const before = memoriesOf.get(name) ?? emptyMemory();
      const { memory, decision } = decide(before, ARISING, POLICY, performance.now());
      if (memory !== before) {
        memoriesOf.set(name, memory);
      }
      if (decision.kind === 'suppressed') {
        metrics.counted('flapping', 'suppressed');
      }
    }
  });
  const counted = metrics.count('flapping', 'suppressed');
  if (counted !== EVENTS_A_TIMING) {
    throw new Error(`${EVENTS_A_TIMING} events were held back and ${counted} were counted`);
  }
  return ns / EVENTS_A_TIMING;
}

function bareLoop(): number {
  const untilMs = new Map(names(HARNESSES).map((name) => [name, performance.now() + 900_000]));
  const order = [...untilMs.keys()];
  let held = 0;
  const ns = timedNs(() => {
    for (let index = 0; index < EVENTS_A_TIMING; index += 1) {
      held += (untilMs.get(order[index % HARNESSES] ?? '') ?? 0) > performance.now() ? 1 : 0;
    }
  });
  if (held !== EVENTS_A_TIMING) {
    throw new Error(`${held} of ${EVENTS_A_TIMING} were held back`);
  }
  return ns / EVENTS_A_TIMING;
}

function slotBytes(fill: () => object): number {
  globalThis.gc?.();
  const before = process.memoryUsage().heapUsed;
  const kept = fill();
  globalThis.gc?.();
  const used = process.memoryUsage().heapUsed - before;
  // It must live until here.
  return Object.keys(kept).length < 0 ? 0 : used / (MEMORIES * EVENTS.length);
}

/** Every window of every harness open, as each would be in a bad night. */
function memories(): object {
  return new Map(
    names(MEMORIES).map((name) => {
      const opened = EVENTS.reduce<HarnessMemory>(
        (memory, event) => openWindow(memory, event),
        emptyMemory(),
      );
      return [name, { ...opened, episodes: [], flights: [] }];
    }),
  );
}

function bareMap(): object {
  const slots = names(MEMORIES).flatMap((name) => EVENTS.map((event) => `${name} ${event}`));
  return new Map(slots.map((slot, index) => [slot, index + 0.5]));
}

function openWindow(
  memory: HarnessMemory,
  event: (typeof EVENTS)[number] = 'flapping',
): HarnessMemory {
  return decide(memory, { event, episodeId: 'episode' }, POLICY, performance.now()).memory;
}

function names(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `harness-${index}`);
}
