import { type LineSoFar, optionsAt, type VerbTable } from './line-so-far.ts';
import { type ValueSource, valueSource } from './value-source.ts';

/** A word that may stand under the cursor, and what it is. */
export interface Candidate {
  readonly word: string;
  readonly about: string;
}

/** What may stand under the cursor. */
export type Offer =
  | { readonly kind: 'words'; readonly words: readonly Candidate[] }
  /** Values of a source; each is written behind `prefix`, which is `--event=` or empty. */
  | { readonly kind: 'values'; readonly source: ValueSource; readonly prefix: string };

const NOTHING: Offer = { kind: 'words', words: [] };

/** What may stand under the cursor of a line, before what was typed of it is compared. */
export function offerAt(line: LineSoFar): Offer {
  if (line.awaits !== undefined) {
    return valuesOf(line, line.awaits, '');
  }
  if (!line.plain && line.current.startsWith('-')) {
    const [prefix, name] = /^--([^=]+)=/.exec(line.current) ?? [];
    return prefix === undefined ? optionsFor(line) : valuesOf(line, name ?? '', prefix);
  }
  const verbs = line.plain || line.args.length > 0 ? [] : verbsBelow(line.table, line.path);
  return verbs.length > 0 ? { kind: 'words', words: verbs } : argumentOf(line);
}

function valuesOf(line: LineSoFar, name: string, prefix: string): Offer {
  const value = optionsAt(line)[name]?.value;
  const source = value === undefined ? undefined : valueSource(value);
  return source === undefined ? NOTHING : { kind: 'values', source, prefix };
}

function optionsFor(line: LineSoFar): Offer {
  const options = Object.entries(optionsAt(line))
    .filter(([name]) => line.given[name] === undefined)
    .map(([name, { help }]) => ({ word: `--${name}`, about: help }));
  const help = { word: '--help', about: 'what it takes' };
  const version = { word: '--version', about: 'print the release' };
  return { kind: 'words', words: [...options, help, ...(line.path === '' ? [version] : [])] };
}

/** The words that go on from a path: the verbs at the top, or those of a group. */
export function verbsBelow({ verbs, groups }: VerbTable, path: string): readonly Candidate[] {
  const start = path === '' ? '' : `${path} `;
  const entries = [
    ...Object.entries(groups),
    ...verbs
      .filter(({ hidden }) => hidden !== true)
      .map((verb) => [verb.path, verb.summary] as const),
  ];
  return entries
    .filter(([name]) => name.startsWith(start) && !name.slice(start.length).includes(' '))
    .map(([name, about]) => ({ word: name.slice(start.length), about }))
    .toSorted((one, other) => (one.word < other.word ? -1 : 1));
}

function argumentOf({ spec, args }: LineSoFar): Offer {
  const last = spec?.takes.at(-1);
  const argument = spec?.takes[args.length] ?? (last?.many === true ? last : undefined);
  const source = argument === undefined ? undefined : valueSource(argument.name, args.length);
  return source === undefined ? NOTHING : { kind: 'values', source, prefix: '' };
}
