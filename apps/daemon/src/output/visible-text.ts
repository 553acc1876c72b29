import { CURSOR_MOVE, ESCAPE_SEQUENCE } from './escape-sequences.ts';
import { paintRow } from './paint-row.ts';

const CONTROL = '[\u0000-\u0008\u000b-\u001f\u007f-\u009f]';
const HAS_CONTROL = new RegExp(CONTROL);
/** Whether a text moves the cursor over what it wrote: what comes after may still change what stands there. */
export const HAS_MOVE: RegExp = new RegExp(CURSOR_MOVE);
const INVISIBLE = new RegExp(`${ESCAPE_SEQUENCE}|${CONTROL}`, 'g');

/**
 * What a person would see of lines joined by newlines: escape sequences and control characters are gone (the
 * tab stays), a carriage return, a backspace or an erase has overwritten what it returned to, and whatever
 * moves to another row begins another line. Line by line; a whole screen needs an emulator.
 */
export function visibleText(text: string): string {
  if (!HAS_CONTROL.test(text)) {
    return text;
  }
  if (!HAS_MOVE.test(text)) {
    return text.replace(INVISIBLE, '');
  }
  return text
    .split('\n')
    .map((line) => (HAS_MOVE.test(line) ? paintRow(line) : line.replace(INVISIBLE, '')))
    .join('\n');
}
