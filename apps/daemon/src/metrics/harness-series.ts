import { STATES, type State } from '@harness/supervision';
import type { Sample, Series } from './series.ts';

/** A harness as its metrics see it. */
export interface MeasuredHarness {
  readonly name: string;
  readonly state: State;
  /** Starts after the first one, since this daemon took it up. */
  readonly restarts: number;
  /** Failures of the present streak. */
  readonly failures: number;
  /** How long a waiting restart still waits; 0 where none does. */
  readonly backOffMs: number;
}

/** Names that get series of their own; what comes after them is counted together as `other`. */
export const MOST_NAMES = 500;

const OTHER = 'other';

/** The metrics of the harnesses, with a bounded number of names. */
export function harnessSeries(harnesses: () => readonly MeasuredHarness[]): readonly Series[] {
  const perHarness = (value: (harness: MeasuredHarness) => number): (() => readonly Sample[]) => {
    return () => summed(harnesses().map((one) => ({ harness: one.name, value: value(one) })));
  };
  return [
    {
      kind: 'gauge',
      name: 'harness_state',
      help: 'The state of a harness: 1 for the one it is in. Of other: how many are in it.',
      labels: ['harness', 'state'],
      read: () => STATES.flatMap((state) => statesOf(harnesses(), state)),
    },
    {
      kind: 'counter',
      name: 'harness_restarts_total',
      help: 'Starts of a harness after its first one, since this daemon took it up.',
      labels: ['harness'],
      read: perHarness(({ restarts }) => restarts),
    },
    {
      kind: 'gauge',
      name: 'harness_failures',
      help: 'Failures in a row of a harness, in the present streak.',
      labels: ['harness'],
      read: perHarness(({ failures }) => failures),
    },
    {
      kind: 'gauge',
      name: 'harness_backoff_seconds',
      help: 'How long the waiting restart of a harness still waits, 0 where none does.',
      labels: ['harness'],
      read: perHarness(({ backOffMs }) => backOffMs / 1000),
    },
  ];
}

function statesOf(harnesses: readonly MeasuredHarness[], state: State): readonly Sample[] {
  const values = harnesses.map((one) => ({
    harness: one.name,
    value: one.state === state ? 1 : 0,
  }));
  return summed(values).map(({ labels, value }) => ({ labels: { ...labels, state }, value }));
}

interface Named {
  readonly harness: string;
  readonly value: number;
}

/** One sample a name, and one for all that come too late or bear the name of the rest. */
function summed(values: readonly Named[]): readonly Sample[] {
  if (values.length <= MOST_NAMES) {
    return values.map(sampleOf);
  }
  const own = values.filter(({ harness }) => harness !== OTHER).slice(0, MOST_NAMES);
  const kept = new Set(own);
  const rest = values.filter((one) => !kept.has(one)).reduce((sum, { value }) => sum + value, 0);
  return [...own, { harness: OTHER, value: rest }].map(sampleOf);
}

function sampleOf({ harness, value }: Named): Sample {
  return { labels: { harness }, value };
}
