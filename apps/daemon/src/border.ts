import { createRedact, type Redact } from '@harness/redact';
import { BUILT_IN, createKnownLayers } from './border/known-layers.ts';
import { openRunBorder, type RunBorder, type Stage } from './border/run-border.ts';
import { secretValues } from './border/secret-values.ts';

/** Variables by name, as a process or an `env_file` gives them. */
export type Variables = Readonly<Record<string, string | undefined>>;

/** Redaction beyond the built-in rules, as `[redact]` says it. */
export interface BorderRules {
  readonly rules: readonly {
    readonly id: string;
    readonly keywords: readonly string[];
    readonly pattern: string;
    /** What the rule's masks say. */
    readonly label?: string | undefined;
  }[];
  readonly allow: readonly string[];
  readonly disable: readonly string[];
  /** Names of variables whose values are secret whatever they are called. */
  readonly known: readonly string[];
}

/**
 * The border: every string that comes from outside (an agent, a hook, a probe, a library's error) passes here once,
 * where it enters; behind it no unredacted text exists. Nothing here throws but {@link Border.reconfigure}.
 */
export interface Border {
  /** A text that is whole: a payload's string, a log line, an error. A secret that it gives away once is masked in all of it. */
  readonly admit: (text: string) => string;
  /** The border of one run, whose secret-named variables are learned. */
  readonly forRun: (environment: Variables) => RunBorder;
  /** Masks the values of secret-named variables from now on, in all texts but those of runs that are up. */
  readonly learn: (variables: Variables) => void;
  /**
   * Takes other rules. In a run that is up, what is masked now is masked beside what was masked at its start.
   *
   * @throws {RangeError} A rule is one that the redactor cannot run.
   */
  readonly reconfigure: (rules: BorderRules) => void;
}

const NO_RULES: BorderRules = { rules: [], allow: [], disable: [], known: [] };

/** @param environment - The daemon's own, whose secrets are known. */
export function createBorder(environment: Variables): Border {
  const layers = createKnownLayers();
  let spec = NO_RULES;
  let own = secretValues(environment, spec);
  let stage = stageOf(spec, own);
  let whole: Redact | undefined;

  function admit(text: string): string {
    whole ??= createRedact({ ...rulesOf(spec), known: own, learn: true });
    return whole.redact(layers.redact(text));
  }

  function learn(variables: Variables): readonly string[] {
    const values = secretValues(variables, spec).filter((value) => !own.includes(value));
    layers.add(values);
    return values;
  }

  return {
    admit,
    forRun: (variables) => openRunBorder(layers.of(learn(variables)), () => stage),
    learn,
    reconfigure(rules) {
      if (JSON.stringify(rules) !== JSON.stringify(spec)) {
        createRedact({ rules: rules.rules, disable: BUILT_IN });
        own = secretValues(environment, rules);
        stage = stageOf(rules, own);
        spec = rules;
        whole = undefined;
      }
    },
  };
}

/** Made ready when the first run prints: that takes time and memory. */
function stageOf(spec: BorderRules, known: readonly string[]): Stage {
  let ready: Redact | undefined;
  return {
    open() {
      ready ??= createRedact({ ...rulesOf(spec), known });
      return ready.createRedactor();
    },
  };
}

function rulesOf({ rules, allow, disable }: BorderRules): Omit<BorderRules, 'known'> {
  return { rules, allow, disable };
}
