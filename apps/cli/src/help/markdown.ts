import { lexer, type MarkedToken, type Token } from 'marked';

/** Reads Markdown into its blocks. */
export function readMarkdown(text: string): readonly MarkedToken[] {
  return known(lexer(text));
}

/** Tokens as what they are: without extensions there are no others. */
export function known(tokens: readonly Token[]): readonly MarkedToken[] {
  return tokens as readonly MarkedToken[];
}
