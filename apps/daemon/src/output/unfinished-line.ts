/** How much of a line that is not finished has been passed on already. */
export interface UnfinishedLine {
  /** Whether nothing of it has. */
  isNew(): boolean;
  /** What is new in `line`; undefined where nothing is, or where it is another line than the one that was passed on. */
  grow(line: string | undefined): string | undefined;
  /** What of the finished text is still to be passed on. A line that was repainted meanwhile comes whole, on a line of its own. */
  goOn(text: string): string;
  /** What ends the line if nothing more comes. */
  close(): string;
}

export function openUnfinishedLine(): UnfinishedLine {
  let passed = '';
  return {
    isNew: () => passed === '',
    grow(line = '') {
      if (line.length <= passed.length || !line.startsWith(passed)) {
        return undefined;
      }
      const more = line.slice(passed.length);
      passed = line;
      return more;
    },
    goOn(text) {
      const front = passed;
      passed = '';
      if (front === '') {
        return text;
      }
      return text.startsWith(front) ? text.slice(front.length) : `\n${text}`;
    },
    close() {
      const end = passed === '' ? '' : '\n';
      passed = '';
      return end;
    },
  };
}
