import { GUARD_NAMES, type GuardActions } from '../guards/guard-actions.ts';
import type { Series } from './series.ts';

/** The metrics of the guards, and how many harnesses are parked. */
export function guardSeries(actions: GuardActions, parked: () => number): readonly Series[] {
  return [
    {
      kind: 'counter',
      name: 'harness_guard_actions_total',
      help: 'What the guards did, by guard: stops, rotations, parks, stalls and failed probes in a row.',
      labels: ['guard'],
      read: () => GUARD_NAMES.map((guard) => ({ labels: { guard }, value: actions.of(guard) })),
    },
    {
      kind: 'gauge',
      name: 'harness_parked',
      help: 'Harnesses that wait for quota.',
      read: parked,
    },
  ];
}
