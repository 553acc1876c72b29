import type { Redactor } from '@harness/redact';

/** Text on its way through the border, as UTF-8. */
export type Admitted = Uint8Array<ArrayBuffer>;

/** The border of one run's output, which remembers what it must from line to line: private keys, names without their values. */
export interface RunBorder {
  /** Takes text, or its UTF-8, that goes on where the last one ended; gives what may be kept by now: whole lines, and pieces of very long ones. */
  write(text: Uint8Array | string): Admitted;
  /** What of an unfinished line may be shown, such as a prompt. Words that may still grow are held. */
  idle(): Admitted;
  /** The rest. */
  end(): Admitted;
}

/** Rules that are ready: `open` begins a stream through them. */
export interface Stage {
  readonly open: () => Redactor;
}

const NOTHING: Admitted = new Uint8Array(0);

/**
 * Text passes through `known`, through the rules of the run's start, and, when others have come since, through the
 * newest as well: what the first ones remember of earlier lines must not be lost, and they mask no less than they did.
 *
 * @param rules - Gives the rules in force. Nothing is opened before the first text: most runs print little.
 */
export function openRunBorder(known: Stage | undefined, rules: () => Stage): RunBorder {
  const first = rules();
  let newest = first;
  let stages: readonly Redactor[] = [];

  function pass(text: Uint8Array | string, rest: (stage: Redactor) => Admitted): Admitted {
    openStages();
    let next = text;
    let out = NOTHING;
    for (const stage of stages) {
      out = joined(stage.write(next), rest(stage));
      next = out;
    }
    return out;
  }

  /** What stages still hold; none is opened for that. */
  function finish(rest: (stage: Redactor) => Admitted): Admitted {
    return stages.length === 0 ? NOTHING : pass('', rest);
  }

  function openStages(): void {
    if (stages.length === 0) {
      stages = [...(known === undefined ? [] : [known.open()]), first.open()];
    }
    if (rules() !== newest) {
      const kept = newest === first ? stages : stages.slice(0, -1);
      newest = rules();
      stages = [...kept, newest.open()];
    }
  }

  return {
    write: (text) => (text.length === 0 ? NOTHING : pass(text, () => NOTHING)),
    idle: () => finish((stage) => stage.idle()),
    end: () => finish((stage) => stage.end()),
  };
}

function joined(a: Admitted, b: Admitted): Admitted {
  if (b.length === 0) {
    return a;
  }
  const both = new Uint8Array(a.length + b.length);
  both.set(a);
  both.set(b, a.length);
  return both;
}
