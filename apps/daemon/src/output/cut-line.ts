import { unfinishedCharacter } from './unfinished-character.ts';

const SPACE = 0x20;

/** Where to cut a line that is too long: behind white space where there is some near the end, never inside a character. */
export function cutLine(head: Uint8Array): number {
  const atLeast = head.length - Math.floor(head.length / 8);
  for (let end = head.length; end > atLeast; end -= 1) {
    if ((head[end - 1] ?? 0) <= SPACE) {
      return end;
    }
  }
  return head.length - unfinishedCharacter(head);
}
