import type { MarkedToken, Tokens } from 'marked';
import { inlineText, type Setting } from './inline-text.ts';
import { known } from './markdown.ts';
import { tableText } from './table-text.ts';
import { wrapText } from './wrap-text.ts';

const INDENT = '  ';

/** A page as a terminal shows it: headings at the margin, what they head indented, a blank line between blocks. */
export function renderPage(
  tokens: readonly MarkedToken[],
  columns: number,
  setting: Setting,
): string {
  const blocks = tokens.flatMap((token) => {
    const margin = token.type === 'heading' && token.depth < 3 ? '' : INDENT;
    const lines = linesOf(token, columns - margin.length, setting);
    return lines.length === 0 ? [] : [lines.map((line) => indented(line, margin)).join('\n')];
  });
  return blocks.join('\n\n');
}

function linesOf(token: MarkedToken, columns: number, setting: Setting): readonly string[] {
  switch (token.type) {
    case 'heading':
      return [setting.paint('strong', inlineText(token.tokens, setting))];
    case 'code':
      return token.text.split('\n').map((line) => indented(line, INDENT));
    case 'table':
      return tableText(token, columns, setting);
    case 'list':
      return listLines(token, columns, setting);
    case 'blockquote':
      return within(token.tokens, columns - INDENT.length, setting).map((line) =>
        indented(line, INDENT),
      );
    case 'paragraph':
      return wrapText(inlineText(token.tokens, setting), columns);
    case 'text':
      return wrapText(inlineText(token.tokens ?? [token], setting), columns);
    default:
      return [];
  }
}

function listLines(
  { items, ordered, start, loose }: Tokens.List,
  columns: number,
  setting: Setting,
): readonly string[] {
  return items.flatMap((item, index) => {
    const mark = ordered ? `${Number(start) + index}. ` : '- ';
    const hang = ' '.repeat(mark.length);
    const lines = within(item.tokens, columns - mark.length, setting);
    const shown = lines.map((line, at) => (at === 0 ? `${mark}${line}` : indented(line, hang)));
    return loose && index > 0 ? ['', ...shown] : shown;
  });
}

/** Blocks inside another one. Code is set off by blank lines, so that it can be told from the words. */
function within(
  tokens: Tokens.ListItem['tokens'],
  columns: number,
  setting: Setting,
): readonly string[] {
  return known(tokens).flatMap((token, index) => {
    const lines = linesOf(token, columns, setting);
    const setOff = index > 0 && (token.type === 'code' || token.type === 'paragraph');
    return setOff && lines.length > 0 ? ['', ...lines] : lines;
  });
}

function indented(line: string, margin: string): string {
  return line === '' ? '' : `${margin}${line}`;
}
