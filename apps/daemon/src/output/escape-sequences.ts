const ESC = '\u001b';
const CSI = `(?:${ESC}\\[|\u009b)`;

// Neither pattern may take more than one pass over hostile text: whatever begins a string also ends the
// one before it, and a device string takes all it scanned.
const OTHERS = [
  `(?:${ESC}[\\]X^_]|[\u0098\u009d-\u009f])[^\u0007\u0018\u001a${ESC}\u0080-\u009f\\n]*(?:\u0007|${ESC}\\\\|\u009c)`,
  `(?:${ESC}P|\u0090)(?:[^\u0018\u001a${ESC}\u009c\\n]|${ESC}${ESC})*(?:${ESC}\\\\|\u009c)?`,
  `${ESC}[ -/]+[0-~]`,
  `${ESC}[0-~]`,
].join('|');

/**
 * A whole escape sequence: control sequences with private markers, operating system commands with either
 * ending, device and other strings, character sets, single functions; seven bits or eight.
 *
 * Source: ECMA-48, 5th edition, June 1991; XTerm Control Sequences, patch 400.
 */
export const ESCAPE_SEQUENCE: string = `${CSI}[0-?]*[ -/]*[@-~]|${OTHERS}`;

/** The same with three groups: parameters and final byte of a control sequence, or any other sequence. */
export const ESCAPE_TOKEN: string = `${CSI}([0-?]*)[ -/]*([@-~])|(${OTHERS})`;

/** What moves the cursor over text that was written, or leaves the row: text must be painted then. */
export const CURSOR_MOVE: string = [
  '[\\b\\v\\f\u0084\u0085\u008d]',
  '\\r[^\\r\\n]',
  `${ESC}[DEM]`,
  `${CSI}[\\d;?]*[A-HJKdf\`]`,
  `${CSI}\\?(?:47|1047|1049)[hl]`,
].join('|');
