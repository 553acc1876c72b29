/** The last line with something on it, trimmed and bounded; undefined where there is none. */
export function lastLineOf(text: string | undefined): string | undefined {
  const line = text
    ?.split('\n')
    .map((each) => each.trim())
    .findLast((each) => each !== '');
  return line?.slice(0, SENTENCE_LIMIT);
}

const SENTENCE_LIMIT = 4_096;
