/**
 * What a splitter passes on: whole lines joined by newlines, or one part of a line that is too long to be
 * held. `part` is `first`, `middle` or `last`; together they are the one line.
 */
export type LineBlock =
  | { readonly kind: 'lines'; readonly text: string }
  | { readonly kind: 'part'; readonly part: 'first' | 'middle' | 'last'; readonly text: string };

/** Takes bytes and passes lines on. */
export interface LineSplitter {
  /** Takes a chunk, which is only lent for the call. */
  push(chunk: Buffer): void;
  /** Passes on the unfinished line. */
  end(): void;
}

/** Makes a splitter that passes its lines to `onBlock`. */
export type SplitLines = (onBlock: (block: LineBlock) => void) => LineSplitter;
