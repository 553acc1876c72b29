/** Measures and cuts text in columns of a terminal. */
export interface Ruler {
  readonly widthOf: (text: string) => number;
  /** Cuts to so many columns, the ellipsis included, never inside a character. */
  readonly cut: (text: string, columns: number) => string;
}

const PLAIN: Ruler = {
  widthOf: (text) => text.length,
  cut: (text, columns) =>
    text.length <= columns ? text : `${text.slice(0, Math.max(0, columns - 1))}…`,
};

/**
 * The ruler for these texts. The widths of the world's scripts are loaded only when one of them needs that: it
 * costs a list of plain names a twentieth of its start-up.
 */
export async function rulerFor(texts: readonly string[]): Promise<Ruler> {
  // Every printable character of ASCII, and no other one, is one column and one code unit.
  return texts.every((text) => /^[ -~]*$/.test(text)) ? PLAIN : await worldRuler();
}

async function worldRuler(): Promise<Ruler> {
  const { default: measure } = await import('fast-string-truncated-width');
  return {
    widthOf: (text) => measure(text).width,
    cut: (text, columns) => {
      const { index, ellipsed } = measure(text, { limit: Math.max(1, columns), ellipsis: '…' });
      return ellipsed ? `${text.slice(0, index)}…` : text;
    },
  };
}
