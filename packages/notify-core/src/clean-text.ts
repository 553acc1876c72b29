const ESC = '\u001b';
const NUL = '\u0000';
const DEL = '\u007f';
const BYTE_ORDER_MARK = '\ufeff';

// A program may send a control sequence with its 7-bit or its 8-bit introducer.
const STRING = `(?:${ESC}[PX^_]|[\u0090\u0098\u009e\u009f])[^${ESC}\u009c\u0018\u001a\\r\\n]*`;
const TITLE = `(?:${ESC}\\]|\u009d)[^${ESC}\u009c\u0007\u0018\u001a\\r\\n]*`;
const STRING_END = `(?:${ESC}\\\\|\u009c)?`;
const TITLE_END = `(?:\u0007|${ESC}\\\\|\u009c)?`;
const CSI = `(?:${ESC}\\[|\u009b)[0-?]*[ -\\/]*[@-~]?`;
const SHORT = `${ESC}[ -\\/]*[0-~]?`;

/**
 * Terminal control sequences, also one that the text's end cuts off.
 *
 * Source: ECMA-48, 5th edition (June 1991), sections 5.3 to 5.6; xterm's BEL after OSC.
 */
const SEQUENCES = new RegExp(`${TITLE}${TITLE_END}|${STRING}${STRING_END}|${CSI}|${SHORT}`, 'gu');

// Inside a sequence a terminal ignores them, so they may not tear one apart.
const IGNORED = new RegExp(`[${NUL}${DEL}${BYTE_ORDER_MARK}]`, 'gu');
const INVISIBLE = /[[\p{Cc}\p{Bidi_Control}]--[\s\u0085]]/gv;
const BLANKS = /[\s\u0085]+/gu;

/**
 * Makes a decoded text safe to stand in one line of anything.
 *
 * Lone surrogates become U+FFFD. Escape sequences, C0 and C1 controls, bidirectional controls and
 * byte-order marks are taken out; each run of white space and line breaks (U+0085, U+2028 and U+2029
 * too) becomes one space; the ends are trimmed. A sequence that never ends is taken out up to the
 * end of its line. The time it takes grows with the length of the text only.
 */
export function cleanText(text: string): string {
  return text
    .toWellFormed()
    .replace(IGNORED, '')
    .replace(SEQUENCES, '')
    .replace(INVISIBLE, '')
    .replace(BLANKS, ' ')
    .trim();
}
