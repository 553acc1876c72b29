const BEGIN = /-{4,5} ?BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY/;
const END = /-{4,5} ?END [A-Z0-9 ]{0,40}PRIVATE KEY/;
const OPENING = '-----BEGIN PRIVATE KEY-----';
// As a whole line of a key is: as long as programs wrap base64, and with letters of both cases and digits, as no path or digest has.
const KEY_LINE = /^(?=.*[A-Z])(?=.*[a-z])(?=.*\d)[A-Za-z0-9+/]{60,80}$/;

/**
 * Admits a text whose beginning was cut off: what a cut key or word left at its front is masked, although nothing in
 * front of it says so any more.
 *
 * @param admit - Masks a text that is whole.
 */
export function admitCutText(text: string, admit: (text: string) => string): string {
  return beginsInsideKey(text)
    ? admit(`${OPENING}\n${text}`).replace(/^[^\n]*\n/, '')
    : admit(text);
}

function beginsInsideKey(text: string): boolean {
  const end = text.search(END);
  const begin = text.search(BEGIN);
  if (end !== -1 && (begin === -1 || end < begin)) {
    return true;
  }
  // The first line may be a part of one; the second is whole.
  const lines = text.trimStart().split('\n', 2);
  return lines.some((line) => KEY_LINE.test(line.trim()));
}
