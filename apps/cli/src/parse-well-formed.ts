import type { Options } from './verb.ts';
import { SHARED_OPTIONS, VERBS, type VerbSpec } from './verb-table.ts';

/** A command line that was understood. */
export interface Parsed {
  readonly spec: VerbSpec;
  readonly args: readonly string[];
  readonly options: Options;
}

/**
 * Reads a command line that is as the verb table wants it, with Node's own parser; undefined for any
 * other one, a call for help included: the full parser has the words for those.
 *
 * The full parser costs a third of an empty Node process, and the verbs of the day shall not pay that.
 */
export function parseWellFormed(argv: readonly string[]): Parsed | undefined {
  const spec = longestMatch(argv);
  if (spec === undefined) {
    return undefined;
  }
  const words = argv.slice(spec.path.split(' ').length);
  const read = readWords(words, { ...SHARED_OPTIONS, ...spec.options });
  return read !== undefined && fits(spec, read.args.length) ? { spec, ...read } : undefined;
}

function longestMatch(argv: readonly string[]): VerbSpec | undefined {
  return [argv.slice(0, 2), argv.slice(0, 1)]
    .map((words) => VERBS.find(({ path }) => path === words.join(' ')))
    .find((spec) => spec !== undefined);
}

function readWords(
  words: readonly string[],
  options: VerbSpec['options'],
): Omit<Parsed, 'spec'> | undefined {
  const { parseArgs } = process.getBuiltinModule('node:util');
  try {
    const { values, positionals } = parseArgs({
      args: [...words],
      options: Object.fromEntries(Object.entries(options).map(([name, it]) => [name, terse(it)])),
      allowPositionals: true,
    });
    return { args: positionals, options: values };
  } catch {
    // An unknown option or a missing value: the full parser says which.
    return undefined;
  }
}

function terse(option: VerbSpec['options'][string]): {
  type: 'boolean' | 'string';
  short?: string;
} {
  return { type: option.type, ...(option.short === undefined ? {} : { short: option.short }) };
}

function fits(spec: VerbSpec, count: number): boolean {
  const least = spec.takes.filter(({ optional }) => optional !== true).length;
  const most = spec.takes.at(-1)?.many === true ? Number.POSITIVE_INFINITY : spec.takes.length;
  return count >= least && count <= most;
}
