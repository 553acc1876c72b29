import type { OptionSpec, VerbSpec } from '../verb-table.ts';

/** What the command line is made of. */
export interface VerbTable {
  readonly verbs: readonly VerbSpec[];
  /** Verbs that only hold others, with their summaries. */
  readonly groups: Readonly<Record<string, string>>;
  /** What every verb takes. */
  readonly shared: Readonly<Record<string, OptionSpec>>;
}

/** A command line up to the cursor, without the program's own name. */
export interface LineSoFar {
  readonly table: VerbTable;
  /** What was typed of a verb: `''`, `notify`, `notify why`. */
  readonly path: string;
  /** The verb of that path; a path such as `notify` alone is none. */
  readonly spec: VerbSpec | undefined;
  /** The words behind the verb that are no options. */
  readonly args: readonly string[];
  /** Options by their long names, with their values; `true` for those that take none. */
  readonly given: Readonly<Record<string, string | true>>;
  /** The long name of the option whose value comes next. */
  readonly awaits: string | undefined;
  /** Behind `--`, where nothing is an option. */
  readonly plain: boolean;
  /** The word under the cursor, as far as it was typed. */
  readonly current: string;
}

/** Reads the words of a line; the last one is the word under the cursor, perhaps empty. Never fails. */
export function readLine(typed: readonly string[], table: VerbTable): LineSoFar {
  const words = rejoined(typed);
  let line: LineSoFar = {
    table,
    path: '',
    spec: undefined,
    args: [],
    given: {},
    awaits: undefined,
    plain: false,
    current: words.at(-1) ?? '',
  };
  for (const word of words.slice(0, -1)) {
    line = withWord(line, word);
  }
  return line;
}

/** The options that fit where the line is. */
export function optionsAt({ spec, table }: LineSoFar): Readonly<Record<string, OptionSpec>> {
  return { ...spec?.options, ...table.shared };
}

// bash breaks `--event=failed` into three words and completes the last one alone.
function rejoined(typed: readonly string[]): readonly string[] {
  const isBreak = (at: number): boolean => typed[at] === '=' && /^--\w/.test(typed[at - 1] ?? '');
  const words = typed.filter((_, at) => !isBreak(at));
  return isBreak(typed.length - 1) ? [...words, ''] : words;
}

function withWord(line: LineSoFar, word: string): LineSoFar {
  if (line.awaits !== undefined) {
    return { ...line, awaits: undefined, given: { ...line.given, [line.awaits]: word } };
  }
  if (!line.plain && word === '--') {
    return { ...line, plain: true };
  }
  return !line.plain && /^-./.test(word) ? withOption(line, word) : withPlainWord(line, word);
}

function withOption(line: LineSoFar, word: string): LineSoFar {
  const [, long, value] = /^--([^=]+)(?:=(.*))?$/s.exec(word) ?? [];
  const [name, option] =
    Object.entries(optionsAt(line)).find(([known, { short }]) =>
      long === undefined ? word === `-${short}` : known === long,
    ) ?? [];
  if (name === undefined || option === undefined) {
    return line;
  }
  return option.type === 'string' && value === undefined
    ? { ...line, awaits: name }
    : { ...line, given: { ...line.given, [name]: value ?? true } };
}

function withPlainWord(line: LineSoFar, word: string): LineSoFar {
  const path = line.path === '' ? word : `${line.path} ${word}`;
  const spec = line.table.verbs.find((verb) => verb.path === path);
  const isPath =
    line.args.length === 0 && (spec !== undefined || Object.hasOwn(line.table.groups, path));
  return isPath ? { ...line, path, spec } : { ...line, args: [...line.args, word] };
}
