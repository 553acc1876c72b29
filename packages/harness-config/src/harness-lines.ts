import type { TomlDocument } from '@harness/config-text';

const START = '[harness.';
const OPEN = '['.charCodeAt(0);
const CLOSE = ']'.charCodeAt(0);
const HEADER =
  /^[ \t]*\[[ \t]*harness[ \t]*\.[ \t]*(?:"([^"\\\n]*)"|'([^'\n]*)'|([A-Za-z0-9_-]+))[ \t]*\]/;
// What may hold quotes in valid TOML: comments, long strings of both kinds, short strings of both kinds.
const QUOTED =
  /#[^\n]*|"""[^"\\]*(?:(?:\\[\s\S]|"(?!""))[^"\\]*)*"{3,5}|'''[\s\S]*?'{3,5}|"(?:[^"\\\n]|\\.)*"|'[^'\n]*'/g;
// Texts are full of quotes, among which one search for both kinds is faster than a search for each.
const ANY_LONG = /"""|'''/;
const LONG = /^(?:"""|''')/;

/**
 * The lines on which the harnesses of a valid document are declared, counted from 1, in the order of the names.
 *
 * Finding places by the syntax tree costs many times what parsing does, so a plain document is searched for its
 * headers; only what the search may have got wrong is asked of the tree.
 */
export function harnessLines(document: TomlDocument, names: readonly string[]): number[] {
  const text = withoutLongStrings(document.text);
  const inOrder = linesInOrder(text, names);
  if (inOrder !== undefined) {
    return inOrder;
  }
  const found = headerLines(text);
  return names.map((name) => found.get(name) ?? document.locate(['harness', name], 'key').line);
}

/** A string over several lines may hold what looks like a header, so of those only the line ends stay. */
function withoutLongStrings(text: string): string {
  return ANY_LONG.test(text)
    ? text.replace(QUOTED, (token) => (LONG.test(token) ? token.replace(/[^\n]+/g, '') : token))
    : text;
}

/** The lines where each header is spelt `[harness.NAME]` and they come in the order of the names; else undefined. */
function linesInOrder(text: string, names: readonly string[]): number[] | undefined {
  const lines: number[] = [];
  let at = 0;
  for (let line = 1; lines.length < names.length; line += 1) {
    if (text.charCodeAt(at) === OPEN && text.startsWith(START, at)) {
      if (!isHeaderOf(names[lines.length] ?? '', text, at)) {
        return undefined;
      }
      lines.push(line);
    }
    const end = text.indexOf('\n', at);
    if (end < 0) {
      break;
    }
    at = end + 1;
  }
  return lines.length === names.length ? lines : undefined;
}

function isHeaderOf(name: string, text: string, at: number): boolean {
  const from = at + START.length;
  return text.startsWith(name, from) && text.charCodeAt(from + name.length) === CLOSE;
}

function headerLines(text: string): Map<string, number> {
  const lines = new Map<string, number>();
  text.split('\n').forEach((line, index) => {
    const [, quoted, literal, bare] = HEADER.exec(line) ?? [];
    const name = quoted ?? literal ?? bare;
    if (name !== undefined) {
      lines.set(name, index + 1);
    }
  });
  return lines;
}
