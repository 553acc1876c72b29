import { harness } from './faults/supervisors/harness.ts';
import type { Measure } from './measure.ts';

/** What was measured of several supervisors, and what may come out at most over each of them. */
export interface Question {
  readonly what: string;
  readonly unit: string;
  readonly most: (peer: string) => number | undefined;
}

/** A measure for each other supervisor. In a round each has its figure, ours too, by its name. */
export function overOurs(
  rounds: readonly ReadonlyMap<string, number>[],
  { what, unit, most }: Question,
): readonly Measure[] {
  const peers = [...(rounds[0]?.keys() ?? [])].filter((name) => name !== harness.name);
  return peers.map((peer) => {
    const limit = most(peer);
    return {
      what: `${what}, over ${peer}`,
      unit,
      rounds: rounds.map((round) => ({
        ours: round.get(harness.name) ?? 0,
        yardstick: round.get(peer) ?? 0,
      })),
      ...(limit === undefined ? {} : { target: { of: 'ratio', most: limit } as const }),
    };
  });
}
