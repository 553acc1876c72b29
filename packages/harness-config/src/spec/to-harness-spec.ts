import type { Adapter } from '../adapters.ts';
import type { Base } from '../resolve-path.ts';
import { isOneShot } from '../rules/key-needs.ts';
import type { HarnessTable } from '../tables/harness-keys.ts';
import { defaultsOf } from './effective-harness.ts';
import type { HarnessSpec, Source } from './harness-spec.ts';
import { applyKeys } from './key-effects.ts';

/** Where a harness is declared and what its paths are relative to. */
export interface Declaration {
  readonly name: string;
  readonly source: Source;
  readonly base: Base;
  /** Where it runs when the table does not say; absolute. */
  readonly workdir: string;
}

/** Resolves a checked table: defaults, absolute paths, milliseconds. A key without a value is left out. */
export function toHarnessSpec(
  written: HarnessTable,
  declaration: Declaration,
  keys: readonly string[] = Object.keys(written),
): HarnessSpec {
  const { name, source, base, workdir } = declaration;
  const draft = { ...beginningOf(written.harness, isOneShot(written), base) };
  draft.name = name;
  draft.workdir = workdir;
  draft.source = source;
  return applyKeys(draft, written, base, keys);
}

const beginnings = {
  oneShot: new Map<Adapter, HarnessSpec>(),
  resident: new Map<Adapter, HarnessSpec>(),
};

/** The spec of a harness that says nothing but its adapter: the same for many, so it is made once. */
function beginningOf(adapter: Adapter, oneShot: boolean, base: Base): HarnessSpec {
  const known = oneShot ? beginnings.oneShot : beginnings.resident;
  return known.get(adapter) ?? begin(known, adapter, oneShot, base);
}

function begin(
  known: Map<Adapter, HarnessSpec>,
  adapter: Adapter,
  oneShot: boolean,
  base: Base,
): HarnessSpec {
  const defaults = defaultsOf(adapter, oneShot);
  const made = applyKeys(blankSpec(adapter, oneShot), defaults, base, Object.keys(defaults));
  known.set(adapter, made);
  return made;
}

function blankSpec(adapter: Adapter, oneShot: boolean): HarnessSpec {
  return {
    name: '',
    adapter,
    args: [],
    argv: [],
    workdir: '',
    envFiles: [],
    enabled: false,
    tty: false,
    restart: 'no',
    restartDelayMs: 0,
    oneShot,
    autoAccept: false,
    loopLimit: 0,
    quota: { backoffMs: 0, backoffMaxMs: 0 },
    source: { file: '', line: 0 },
  };
}
