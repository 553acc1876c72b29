/** An argv as a shell would take it. */
export function commandLine(argv: readonly string[]): string {
  return argv.map(quoted).join(' ');
}

function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
