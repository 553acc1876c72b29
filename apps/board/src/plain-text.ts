// Control characters beside tab and newline, and the marks that turn or split a line of text.
const UNSEEN = /(?![\t\n])\p{Cc}|[\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu;
// Escape sequences: CSI with its parameters, OSC to its end, and the short ones.
const ESCAPES = new RegExp(
  [
    '\\u001b\\[[0-?]*[ -/]*[@-~]',
    '\\u001b\\][^\\u0007\\u001b]*(?:\\u0007|\\u001b\\\\)?',
    '\\u001b[ -/]*[0-~]',
  ].join('|'),
  'g',
);

/** Text from outside as a person may see it: no escape sequence, nothing that turns its direction; lines stay lines. */
export function plainText(text: string): string {
  return text.replace(ESCAPES, '').replace(UNSEEN, '');
}
