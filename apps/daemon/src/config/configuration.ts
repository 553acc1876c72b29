import { existsSync } from 'node:fs';
import {
  autostarted,
  type Config,
  diffConfig,
  formatProblem,
  type HarnessSpec,
  type Loaded,
  loadConfig,
  type Refused,
  readGlobal,
} from '@harness/harness-config';
import type { ReloadSummary } from '@harness/protocol';

/** The configuration in force, and what is wrong with the one on disk. */
export interface Configuration {
  readonly file: string;
  readonly config: Config;
  /** Every error of the file on disk; empty when it is in force. */
  readonly problems: readonly string[];
  /** The harnesses as they are to run: those of autostart profiles count as enabled. */
  readonly specs: ReadonlyMap<string, HarnessSpec>;
  /** Reads the files again: all of it is taken, or nothing. One at a time, in the order of the calls. */
  reload(): Promise<Reload>;
}

/** What a reload came to. */
export type Reload =
  | { readonly kind: 'taken'; readonly changed: Omit<ReloadSummary, 'restartToApply'> }
  | { readonly kind: 'refused'; readonly problems: readonly string[] };

/** The configuration at start: what was read, or why there is none. */
export type FirstLoad =
  | { readonly kind: 'loaded'; readonly configuration: Configuration }
  | { readonly kind: 'refused'; readonly problems: readonly string[] };

/** @property named - The operator named the file, so that it is an error if there is none. */
export interface ConfigurationOptions {
  readonly file: string;
  readonly named: boolean;
}

/** Loads the configuration that the daemon starts with. */
export async function openConfiguration({ file, named }: ConfigurationOptions): Promise<FirstLoad> {
  // Nothing configured yet is no mistake: the daemon waits for a file, and says so.
  const first = named || existsSync(file) ? await loadConfig({ path: file }) : readGlobal('', file);
  return first.kind === 'refused'
    ? { kind: 'refused', problems: first.problems.map(formatProblem) }
    : { kind: 'loaded', configuration: configurationOf(file, first) };
}

function configurationOf(file: string, first: Loaded): Configuration {
  let config = first.config;
  let specs = specsOf(config);
  let problems: readonly string[] = [];
  let turn: Promise<unknown> = Promise.resolve();

  function take(next: Loaded | Refused): Reload {
    if (next.kind === 'refused') {
      problems = next.problems.map(formatProblem);
      return { kind: 'refused', problems };
    }
    const changed = diffConfig(config, next.config);
    problems = [];
    config = next.config;
    specs = specsOf(config);
    return { kind: 'taken', changed };
  }

  return {
    file,
    get config() {
      return config;
    },
    get specs() {
      return specs;
    },
    get problems() {
      return problems;
    },
    reload() {
      const mine = turn.then(async () => take(await loadConfig({ path: file })));
      turn = mine.catch(() => undefined);
      return mine;
    },
  };
}

function specsOf(config: Config): ReadonlyMap<string, HarnessSpec> {
  const started = autostarted(config);
  return new Map(
    config.harnesses.map((spec) => [spec.name, { ...spec, enabled: started.has(spec.name) }]),
  );
}
