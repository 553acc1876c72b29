import type { TomlDocument } from '@harness/config-text';

const HEADER =
  /^[ \t]*\[[ \t]*harness[ \t]*\.[ \t]*(?:"([^"\\\n]*)"|'([^'\n]*)'|([A-Za-z0-9_-]+))[ \t]*\]/;

/**
 * The lines on which the harnesses of a valid document are declared, counted from 1, by name.
 *
 * Finding places by the syntax tree costs many times what parsing does, so a plain document is searched for its
 * headers; only what the search may have got wrong is asked of the tree.
 */
export function harnessLines(
  document: TomlDocument,
  names: readonly string[],
): Map<string, number> {
  const found = hasLongString(document.text)
    ? new Map<string, number>()
    : headerLines(document.text);
  return new Map(
    names.map((name) => [name, found.get(name) ?? document.locate(['harness', name], 'key').line]),
  );
}

/** A string over several lines may hold what looks like a header. */
function hasLongString(text: string): boolean {
  return text.includes('"""') || text.includes("'''");
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
