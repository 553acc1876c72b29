import { GROUPS, VERBS } from './verb-table.ts';

/** A call as it was given, but `help VERB` as `VERB --help`, and `help` alone as `--help`. */
export function withHelpOfVerb(argv: readonly string[]): readonly string[] {
  const at = argv.findIndex((word) => !word.startsWith('-'));
  const rest = argv.slice(at + 1);
  const words = rest.filter((word) => !word.startsWith('-'));
  return argv[at] === 'help' && (words.length === 0 || isVerb(words.join(' ')))
    ? [...words, '--help']
    : argv;
}

function isVerb(path: string): boolean {
  return Object.hasOwn(GROUPS, path) || VERBS.some((spec) => spec.path === path);
}
