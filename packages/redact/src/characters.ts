/** Letters and digits of ASCII: what a word boundary is decided on. */
export const ALNUM = 1;
/** What joins words inside one name: `_`, `-` and `.`, and {@link ALNUM}. */
export const NAME = 2;
/** The alphabet of base64url and of most tokens: `_`, `-`, and {@link ALNUM}. */
export const RUN = 4;
/** Everything that tokens are seen to hold: {@link RUN} and `.~+/=%`. */
export const WIDE = 8;
/** Blanks between words: space and tab. Never a character beyond ASCII, so bytes and text agree. */
export const BLANK = 16;
/** The alphabet of base64. */
export const BASE64 = 32;

/** The classes of each byte; none beyond ASCII. */
export const classOf: Uint8Array = table();

/** Whether the UTF-16 unit (or byte) `code` belongs to one of the classes in `mask`. */
export function isIn(code: number, mask: number): boolean {
  return code < 128 && ((classOf[code] ?? 0) & mask) !== 0;
}

/** The end of the longest stretch of `mask` characters that begins at `from`, at most `limit`. */
export function endOf(text: string, from: number, limit: number, mask: number): number {
  let at = from;
  // Beyond the table there is nothing, which belongs to no class.
  while (at < limit && ((classOf[text.charCodeAt(at)] as number) & mask) !== 0) {
    at++;
  }
  return at;
}

/** The start of the longest stretch of `mask` characters that ends before `to`, at least `limit`. */
export function startOf(text: string, to: number, limit: number, mask: number): number {
  let at = to;
  while (at > limit && isIn(text.charCodeAt(at - 1), mask)) {
    at--;
  }
  return at;
}

function table(): Uint8Array {
  const classes = new Uint8Array(256);
  const add = (characters: string, mask: number): void => {
    for (const character of characters) {
      const code = character.charCodeAt(0);
      classes[code] = (classes[code] ?? 0) | mask;
    }
  };
  add(
    '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz',
    ALNUM | NAME | RUN | WIDE | BASE64,
  );
  add('_-', NAME | RUN | WIDE);
  add('.', NAME | WIDE);
  add('+/', WIDE | BASE64);
  add('~=%', WIDE);
  add(' \t', BLANK);
  return classes;
}

/**
 * A length of `text` that is the same for its letters and for its UTF-8 bytes read one by one: a stretch beyond ASCII
 * counts as three.
 */
export function evenLength(text: string): number {
  return text.replace(/[^ -~]+/g, '   ').length;
}
