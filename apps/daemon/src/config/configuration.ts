import { existsSync } from 'node:fs';
import {
  autostarted,
  type Config,
  type ConfigChange,
  diffConfig,
  formatProblem,
  type HarnessSpec,
  type Problem,
  readGlobal,
} from '@harness/harness-config';
import type { KeptJson } from './kept-json.ts';
import { type FilesRead, fingerprintOf, type Input, readFiles, refuseBlank } from './read-files.ts';

/** The configuration in force, and what is wrong with the one on disk. */
export interface Configuration {
  readonly file: string;
  readonly config: Config;
  /** Every error of the files on disk; empty when they are in force. */
  readonly problems: readonly string[];
  /** The harnesses of the global file and its drop-ins as they are to run: those of autostart profiles enabled. */
  readonly specs: ReadonlyMap<string, HarnessSpec>;
  /** Reads the files again: all of it is taken, or nothing. One at a time, in the order of the calls. */
  reload(): Promise<Reload>;
  /** Reads the files, takes nothing, and says what they are like: the same text for the same content. */
  look(): Promise<string>;
  /** What the files were like when they were last taken or refused. */
  readonly fingerprint: string;
  /** Why the one in force could not be kept for the next start; undefined where it was. */
  readonly notKept: string | undefined;
}

/** What a reload came to. */
export type Reload =
  | { readonly kind: 'taken'; readonly changed: ConfigChange }
  | { readonly kind: 'refused'; readonly problems: readonly string[] };

/** The configuration at start: what was read or kept, or why there is none. */
export type FirstLoad =
  | { readonly kind: 'loaded'; readonly configuration: Configuration }
  | { readonly kind: 'refused'; readonly problems: readonly string[] };

/**
 * @property named - The operator named the file, so that it is an error if there is none.
 * @property kept - Where the last configuration that loaded is kept.
 */
export interface ConfigurationOptions {
  readonly file: string;
  readonly named: boolean;
  readonly kept: KeptJson;
  /** The border, for what a problem quotes from a file. */
  readonly admit: (text: string) => string;
  /** Puts what flags and variables say over what the files say. */
  readonly override?: (config: Config) => Config;
}

/**
 * Loads the configuration that the daemon starts with: the one on disk; if that is refused, the last one that loaded;
 * if none is kept, the one on disk without its bad drop-ins.
 */
export async function openConfiguration(options: ConfigurationOptions): Promise<FirstLoad> {
  const { file, named, kept } = options;
  if (!(named || existsSync(file))) {
    // Nothing configured yet is no mistake: the daemon waits for a file, and says so.
    return loaded(options, {
      outcome: readGlobal('', file),
      fingerprint: '',
      inputs: [],
      isBlank: true,
    });
  }
  const last = keptConfig(kept.read());
  const read = unlessBlank(file, await readFiles(file), last);
  if (read.outcome.kind === 'config') {
    return loaded(options, read);
  }
  const { problems } = read.outcome;
  if (last !== undefined) {
    return found(options, last, { ...read, problems });
  }
  const { outcome } = await readFiles(file, { lenient: true });
  return outcome.kind === 'config'
    ? found(options, outcome.config, { ...read, problems })
    : { kind: 'refused', problems: wordsOf(problems, options) };
}

function wordsOf(
  problems: readonly Problem[],
  { admit }: Pick<ConfigurationOptions, 'admit'>,
): readonly string[] {
  return problems.map((problem) => admit(formatProblem(problem)));
}

function loaded(options: ConfigurationOptions, read: FilesRead): FirstLoad {
  const { outcome } = read;
  if (outcome.kind === 'refused') {
    return { kind: 'refused', problems: wordsOf(outcome.problems, options) };
  }
  const notKept = options.kept.write(outcome.config);
  return found(options, outcome.config, { ...read, problems: [], notKept });
}

/** What is known of the files beside their meaning. */
interface Standing {
  readonly problems: readonly Problem[];
  readonly fingerprint: string;
  readonly inputs: readonly Input[];
  readonly notKept?: string | undefined;
}

function found(options: ConfigurationOptions, config: Config, standing: Standing): FirstLoad {
  return { kind: 'loaded', configuration: configurationOf(options, config, standing) };
}

function configurationOf(
  { file, kept, admit, override = asItIs }: ConfigurationOptions,
  firstConfig: Config,
  first: Standing,
): Configuration {
  let config = override(firstConfig);
  let specs = specsOf(config);
  let problems = wordsOf(first.problems, { admit });
  let { fingerprint, inputs, notKept } = first;
  let turn: Promise<unknown> = Promise.resolve();

  function take(read: FilesRead): Reload {
    const { outcome } = unlessBlank(file, read, config);
    ({ fingerprint, inputs } = read);
    if (outcome.kind === 'refused') {
      problems = wordsOf(outcome.problems, { admit });
      return { kind: 'refused', problems };
    }
    const next = override(outcome.config);
    const changed = diffConfig(config, next);
    problems = [];
    config = next;
    specs = specsOf(config);
    notKept = kept.write(outcome.config);
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
    get fingerprint() {
      return fingerprint;
    },
    get notKept() {
      return notKept;
    },
    reload() {
      const mine = turn.then(async () => take(await readFiles(file)));
      turn = mine.catch(() => undefined);
      return mine;
    },
    // What the files mean is worth a look only when they are others than before.
    look: async () =>
      (await fingerprintOf(inputs)) === fingerprint
        ? fingerprint
        : (await readFiles(file)).fingerprint,
  };
}

/** A blank file is refused where there is something to lose. */
function unlessBlank(file: string, read: FilesRead, other: Config | undefined): FilesRead {
  const wouldLose = read.isBlank && (other?.harnesses.length ?? 0) > 0;
  return wouldLose ? { ...read, outcome: refuseBlank(file) } : read;
}

function asItIs(config: Config): Config {
  return config;
}

function specsOf(config: Config): ReadonlyMap<string, HarnessSpec> {
  const started = autostarted(config);
  return new Map(
    config.harnesses.map((spec) => [spec.name, { ...spec, enabled: started.has(spec.name) }]),
  );
}

// This program's own record: it is enough to see that it is whole.
function keptConfig(value: unknown): Config | undefined {
  return typeof value === 'object' && value !== null && 'harnesses' in value && 'server' in value
    ? (value as Config)
    : undefined;
}
