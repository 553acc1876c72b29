// Control characters beside tab and newline, and the marks that turn or split a line of text.
const UNSAFE = /(?![\t\n])\p{Cc}|[\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu;

/** Text that cannot move a terminal's cursor, colour it, ring it or turn its direction; lines stay lines. */
export function safeText(text: string): string {
  return text.replace(UNSAFE, '');
}

/** The same on one line: tabs and line ends become a blank. */
export function oneLine(text: string): string {
  return safeText(text.replace(/[\t\n\r]+/g, ' '));
}

/** A value as JSON on one line, which holds no such characters either: they are escaped, and mean the same. */
export function safeJson(value: unknown): string {
  return JSON.stringify(value).replace(
    UNSAFE,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
