import { createRedact, type Redact, rules } from '@harness/redact';
import type { Stage } from './run-border.ts';

const MOST_LAYERS = 16;
const MOST_VALUES = 4096;

/** Known values that come with time: those of each `env_file` that a run read. */
export interface KnownLayers {
  /** Masks `values` from now on. */
  add(values: readonly string[]): void;
  /** Masks every value that was added. */
  redact(text: string): string;
  /** What masks just these values in a run's output; undefined where there are none. */
  of(values: readonly string[]): Stage | undefined;
}

/** The ids of all built-in rules. */
export const BUILT_IN: readonly string[] = rules.map(({ id }) => id);

/**
 * Makes no layer yet. Each is a small automaton over new values alone, since one over all rules takes a thousand times
 * as much memory, and a fleet has an `env_file` for each harness. Beyond 4,096 values the oldest are forgotten.
 */
export function createKnownLayers(): KnownLayers {
  let values: readonly string[] = [];
  let layers: readonly Redact[] = [];
  let last: { readonly values: string; readonly redact: Redact } | undefined;

  return {
    add(more) {
      const before = new Set(values);
      const fresh = more.filter((value) => !before.has(value));
      if (fresh.length > 0) {
        values = [...values, ...fresh].slice(-MOST_VALUES);
        // Made one again and again, so that a text never passes through many.
        layers = layers.length < MOST_LAYERS ? [...layers, layerOf(fresh)] : [layerOf(values)];
      }
    },
    redact: (text) => layers.reduce((masked, layer) => layer.redact(masked), text),
    of(wanted) {
      if (wanted.length === 0) {
        return undefined;
      }
      const key = wanted.join('\0');
      last = last?.values === key ? last : { values: key, redact: layerOf(wanted) };
      return { open: last.redact.createRedactor };
    },
  };
}

function layerOf(known: readonly string[]): Redact {
  return createRedact({ known, disable: BUILT_IN });
}
