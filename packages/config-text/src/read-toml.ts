import { parse, TomlError } from 'smol-toml';
import { decodeConfig, refuseNul } from './decode-config.ts';
import { type Locate, locateIn } from './locate.ts';
import type { Position, Refused } from './problem.ts';

/** A document that is valid TOML. Tables have no prototype, so that no key is special; dates are `Date`. */
export interface TomlDocument {
  readonly kind: 'document';
  readonly file: string;
  readonly text: string;
  readonly value: Readonly<Record<string, unknown>>;
  readonly locate: Locate;
}

const DEEPEST = 64;

/**
 * Reads TOML 1.1 from text or from the bytes of a file. Line ends may be CRLF, a byte-order mark is left out.
 *
 * @param file - how problems name the text; nothing is opened.
 * @returns the document, or the first error of encoding or syntax with its place: a parser cannot go on behind it.
 */
export function readToml(source: string | Uint8Array, file: string): TomlDocument | Refused {
  const decoded = typeof source === 'string' ? fromText(source, file) : decodeConfig(source, file);
  return decoded.kind === 'refused' ? decoded : parseText(decoded.text, file);
}

function fromText(source: string, file: string): ReturnType<typeof decodeConfig> {
  const text = source.startsWith('\ufeff') ? source.slice(1) : source;
  return refuseNul(text, file) ?? { kind: 'text', text };
}

function parseText(text: string, file: string): TomlDocument | Refused {
  try {
    const value = parse(text, { integersAsBigInt: 'asNeeded', maxDepth: DEEPEST });
    return { kind: 'document', file, text, value, locate: locateIn(text) };
  } catch (error) {
    if (error instanceof TomlError) {
      return syntaxProblem(error, text, file);
    }
    throw error;
  }
}

function syntaxProblem(error: TomlError, text: string, file: string): Refused {
  const { line, column } = within(error, text);
  const what = reasonOf(error, text, { line, column });
  const again = what.includes('already defined') ? nameAt(text, { line, column }) : undefined;
  const message =
    again === undefined ? `this is not TOML: ${what}` : `${again} is defined a second time`;
  const code = again === undefined ? 'syntax' : 'duplicate';
  return { kind: 'refused', problems: [{ file, line, column, code, message }] };
}

function reasonOf(error: TomlError, text: string, at: Position): string {
  const atLineEnd = text.split(/\r?\n/)[at.line - 1]?.length === at.column - 1;
  const what = error.message.split('\n')[0]?.replace('Invalid TOML document: ', '') ?? '';
  // A line end is the control character that people leave in a string.
  return atLineEnd && what.includes('control characters') ? 'the string does not end' : what;
}

/** The parser reports the end of the file behind its last line; the last line is where to look. */
function within(error: TomlError, text: string): Position {
  const lines = text.split(/\r?\n/);
  const line = Math.min(error.line, lines.length);
  const length = lines[line - 1]?.length ?? 0;
  return { line, column: Math.max(1, Math.min(error.column, length + 1)) };
}

function nameAt(text: string, at: Position): string | undefined {
  const rest = text.split(/\r?\n/)[at.line - 1]?.slice(at.column - 1) ?? '';
  return /^[^=\]#]+/.exec(rest)?.[0].trim();
}
