/** What a piece of text means; the terminal's palette decides how that looks. */
export type Style = 'good' | 'notable' | 'bad' | 'faint' | 'strong';

/** Colours a text, or leaves it as it is. */
export type Paint = (style: Style, text: string) => string;

const FORMATS = {
  good: 'green',
  notable: 'yellow',
  bad: 'red',
  faint: 'dim',
  strong: 'bold',
} as const;

/** The painter for a place that may carry colour, or may not. */
export function painter(color: boolean): Paint {
  if (!color) {
    return (_style, text) => text;
  }
  const { styleText } = process.getBuiltinModule('node:util');
  return (style, text) => styleText(FORMATS[style], text, { validateStream: false });
}
