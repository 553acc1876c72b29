import { posix } from 'node:path';
import type { MarkedToken, Token, Tokens } from 'marked';
import type { Paint } from '../render/paint.ts';
import { known } from './markdown.ts';
import { topicOfFile } from './topic.ts';
import { HARD_BLANK } from './wrap-text.ts';

/** Where a text stands and what it may look like. */
export interface Setting {
  /** The page, below the folder of the documents: where its links begin. */
  readonly file: string;
  readonly paint: Paint;
}

/** The words of a paragraph: no marks of Markdown, links as their text and where they lead. */
export function inlineText(tokens: readonly Token[], setting: Setting): string {
  return known(tokens)
    .map((token) => wordsOf(token, setting))
    .join('');
}

function wordsOf(token: MarkedToken, setting: Setting): string {
  switch (token.type) {
    case 'codespan':
      return setting.paint('strong', `\`${token.text}\``.replaceAll(' ', HARD_BLANK));
    case 'link':
      return linkText(token, setting);
    case 'strong':
      return setting.paint('strong', inlineText(token.tokens, setting));
    case 'br':
      return ' ';
    default:
      return 'tokens' in token && token.tokens !== undefined
        ? inlineText(token.tokens, setting)
        : plainText(token);
  }
}

function plainText(token: MarkedToken): string {
  return 'text' in token ? token.text : token.raw;
}

function linkText({ href, tokens }: Tokens.Link, setting: Setting): string {
  const text = inlineText(tokens, setting);
  const target = targetOf(href, setting.file);
  return target === undefined || target.endsWith(text) ? text : `${text} (${target})`;
}

/** What a reader of a terminal can do with an address; undefined within the page. */
function targetOf(href: string, file: string): string | undefined {
  if (/^[a-z]+:/.test(href)) {
    return href;
  }
  const [path = ''] = href.split('#');
  if (path === '') {
    return undefined;
  }
  const page = posix.join(posix.dirname(file), path).replace(/^\.\.\/docs\//, '');
  const topic = topicOfFile(page);
  return topic === undefined
    ? posix.join('docs', page)
    : `harness help ${topic}`.replaceAll(' ', HARD_BLANK);
}
