import { median, quantile } from './statistics.ts';

/** One round: ours and the yardstick, measured right behind each other. Both in the same unit. */
export interface Round {
  readonly ours: number;
  readonly yardstick: number;
}

/** What must hold: of the ratio to the yardstick, or of our own figure where the yardstick only shows the machine. */
export interface Target {
  readonly of: 'ratio' | 'ours';
  readonly most: number;
}

/** What a row found out about one question. */
export interface Measure {
  readonly what: string;
  readonly unit: string;
  /** At least one. */
  readonly rounds: readonly Round[];
  /** Absent where there is nothing to hold to. */
  readonly target?: Target;
}

/** A measure in figures. */
export interface Figures {
  readonly what: string;
  readonly unit: string;
  /** Medians over the rounds. */
  readonly ours: number;
  readonly yardstick: number;
  /** The median of the ratios of the rounds, since what disturbs a round disturbs both. */
  readonly ratio: number;
  /** The 10th and the 90th percentile of those ratios. */
  readonly spread: readonly [number, number];
  readonly rounds: number;
  readonly target?: Target;
  /** Whether the target holds; absent without one. */
  readonly holds?: boolean;
}

/** Sums up the rounds of a measure. */
export function figuresOf({ what, unit, rounds, target }: Measure): Figures {
  // A yardstick that is lost in the noise, at or below nothing, gives no ratio.
  const ratios = rounds.map(({ ours, yardstick }) =>
    yardstick > 0 ? ours / yardstick : Number.POSITIVE_INFINITY,
  );
  const ours = median(rounds.map((round) => round.ours));
  const ratio = median(ratios);
  const shared = {
    what,
    unit,
    ours,
    yardstick: median(rounds.map((round) => round.yardstick)),
    ratio,
    spread: [quantile(ratios, 0.1), quantile(ratios, 0.9)] as const,
    rounds: rounds.length,
  };
  return target === undefined
    ? shared
    : { ...shared, target, holds: (target.of === 'ratio' ? ratio : ours) <= target.most };
}
