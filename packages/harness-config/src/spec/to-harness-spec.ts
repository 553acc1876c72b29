import type { Adapter } from '../adapters.ts';
import type { Base } from '../resolve-path.ts';
import { isOneShot } from '../rules/key-needs.ts';
import type { HarnessTable } from '../tables/harness-keys.ts';
import { defaultsOf } from './effective-harness.ts';
import type { HarnessSpec, Source } from './harness-spec.ts';
import { applyKeys, type HarnessDraft } from './key-effects.ts';

/** Where a harness is declared and what its paths are relative to. */
export interface Declaration {
  readonly name: string;
  readonly source: Source;
  readonly base: Base;
  /** Where it runs when the table does not say; absolute. */
  readonly workdir: string;
}

/** Resolves a checked table: defaults, absolute paths, milliseconds. A key without a value is left out. */
export function toHarnessSpec(written: HarnessTable, declaration: Declaration): HarnessSpec {
  const draft = beginSpec(written.harness, isOneShot(written), declaration);
  return applyKeys(draft, written, declaration.base);
}

/** The spec of a harness of which nothing is known yet but its adapter and whether it is a one-shot. */
export function beginSpec(
  adapter: Adapter,
  oneShot: boolean,
  { name, source, base, workdir }: Declaration,
): HarnessDraft {
  const draft: HarnessDraft = { ...beginningOf(adapter, oneShot, base) };
  draft.name = name;
  draft.workdir = workdir;
  draft.source = source;
  return draft;
}

const beginnings = {
  oneShot: new Map<Adapter, HarnessSpec>(),
  resident: new Map<Adapter, HarnessSpec>(),
};

/** The same for many, so it is made once. */
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
  const made = applyKeys(blankSpec(adapter, oneShot), defaultsOf(adapter, oneShot), base);
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
