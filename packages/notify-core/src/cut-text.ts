/** What a text may measure at most. */
export interface TextLimit {
  /** Characters as a reader counts them. */
  readonly graphemes: number;
  /** Bytes of UTF-8. */
  readonly bytes: number;
}

const ELLIPSIS = '…';
const ELLIPSIS_BYTES = 3;

/** Letters and signs of Latin script, dashes and quotes: each is one character to a reader, whatever stands beside it. */
const PLAIN = /^[ -~\u00a1-\u00ac\u00ae-\u02ff\u2010-\u2027]*$/;

/**
 * Cuts a text at the end so that it keeps both limits, with an ellipsis that is counted in; what
 * cannot hold an ellipsis holds nothing. It never cuts inside a character, and looks at no more of
 * the text than could fit.
 *
 * @param text - well formed, as `cleanText` leaves it
 */
export function cutText(text: string, limit: TextLimit): string {
  if (text.length <= limit.graphemes && text.length * 3 <= limit.bytes) {
    return text;
  }
  // A code unit is a byte of UTF-8 at least, so one unit more than the bytes cannot fit.
  const looked = text.slice(0, limit.bytes + 1);
  const size = { graphemes: 0, bytes: 0 };
  let keptUnits = 0;
  for (const { segment, index } of graphemesOf(looked)) {
    size.graphemes += 1;
    size.bytes += utf8Length(segment);
    if (size.graphemes > limit.graphemes || size.bytes > limit.bytes) {
      return withEllipsis(text.slice(0, keptUnits), limit);
    }
    if (size.graphemes < limit.graphemes && size.bytes + ELLIPSIS_BYTES <= limit.bytes) {
      keptUnits = index + segment.length;
    }
  }
  return text;
}

/** Measures a text as {@link cutText} does. */
export function measureText(text: string): TextLimit {
  // A segmenter takes a third of a millisecond to make, on the way to an alert.
  const graphemes = PLAIN.test(text) ? text.length : [...graphemesOf(text)].length;
  return { graphemes, bytes: utf8Length(text) };
}

function withEllipsis(kept: string, limit: TextLimit): string {
  return limit.graphemes >= 1 && limit.bytes >= ELLIPSIS_BYTES
    ? `${kept.trimEnd()}${ELLIPSIS}`
    : '';
}

// Any language's rules would do: graphemes are cut the same way in all of them.
function graphemesOf(text: string): Iterable<Intl.SegmentData> {
  return new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text);
}

function utf8Length(text: string): number {
  let bytes = 0;
  for (const character of text) {
    bytes += utf8LengthOf(character.codePointAt(0) ?? 0);
  }
  return bytes;
}

function utf8LengthOf(codePoint: number): number {
  if (codePoint < 0x80) {
    return 1;
  }
  if (codePoint < 0x800) {
    return 2;
  }
  return codePoint < 0x10000 ? 3 : 4;
}
