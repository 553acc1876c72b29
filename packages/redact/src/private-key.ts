import type { Line } from './line.ts';
import type { LineState } from './line-state.ts';

const LONGEST_KEY_LINES = 200;
/** The longest key in one line that is masked: 16,384 bits and its frame are below. */
const LONGEST_KEY = 16_384;
const BEGIN = /^-{4,5} ?BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)? ?-{4,5}/;
const END = /-{4,5} ?END /;
const PUTTY = /^Private-Lines:[ \t]{0,4}(\d{1,4})/;
const BODY = /[A-Za-z0-9+/]{16,}={0,3}/;
// What readers, frames, diffs, searches and clocks put before a line.
const PREFIX =
  /^(?:\[?\d{4}-\d\d-\d\d[T ][\d:.,]{5,18}(?:Z|[+-]\d\d:?\d\d)?\]?[ \t]{1,4}|[^A-Za-z0-9+/=[]{1,64}|\+(?=[A-Za-z0-9+/=]{16})|\d{1,6}(?:[^\x20-\x7e]{1,3}|[ \t]{0,4}[|:>)\t][ \t]?|[ \t]{1,4}(?=\S))|[\w./~-]{1,128}[:-]\d{1,6}[:-]|[\w./~-]{1,128}:(?=[A-Za-z0-9+/=]{16})|[\w.-]{1,40}[ \t]{0,20}\|[ \t]?){0,4}/;

/** Masks a line of a private key's body. True: the line is done and other rules need not see it. */
export function maskKeyBody(line: Line, state: LineState): boolean {
  const text = line.text.slice(line.start, line.end);
  if (state.puttyLines > 0) {
    state.puttyLines--;
    return maskWhole(line, text);
  }
  if (state.keyLines === 0) {
    return false;
  }
  state.keyLines--;
  if (END.test(text)) {
    state.keyLines = 0;
    maskBefore(line, text, text.search(END));
    // Behind the end of one key another may begin, on the same line.
    return false;
  }
  return maskBody(line, state, text);
}

/** Opens the key that begins in this line, if one does, and masks what of it stands here. */
export function openKey(line: Line, at: number, state: LineState): void {
  const text = line.text.slice(at, Math.min(line.end, at + LONGEST_KEY));
  const begin = BEGIN.exec(text);
  if (begin === null) {
    return;
  }
  const rest = text.slice(begin[0].length);
  const from = at + begin[0].length;
  const end = rest.search(/-{4}|["'\uf8f1-\uf8f3]/);
  const body = end < 0 ? rest : rest.slice(0, end);
  state.keyLines = end < 0 ? LONGEST_KEY_LINES : 0;
  const first = body.search(/[A-Za-z0-9+/=]{8}/);
  if (first >= 0 && !body.includes('[REDACTED')) {
    line.mask('private-key', from + first, from + bodyEnd(body));
  }
}

/** Begins counting the lines of a PuTTY key. */
export function openPuttyKey(line: Line, state: LineState): void {
  const found = PUTTY.exec(line.text.slice(line.start, Math.min(line.end, line.start + 32)));
  state.puttyLines =
    found === null ? state.puttyLines : Math.min(Number(found[1]), LONGEST_KEY_LINES);
}

function maskBody(line: Line, state: LineState, text: string): boolean {
  const prefix = PREFIX.exec(text)?.[0].length ?? 0;
  const rest = text.slice(prefix);
  if (
    rest.trim() === '' ||
    /^\[REDACTED[^\]]*\]/.test(rest) ||
    /^(?:Proc-Type|DEK-Info|Version|Comment|Hash|Charset|MessageID|Subject): /.test(rest)
  ) {
    return true;
  }
  const lone = /^([A-Za-z0-9+/=]+)[^A-Za-z0-9+/=]*$/.exec(rest);
  if (lone?.[1] !== undefined) {
    line.mask('private-key', line.start + prefix, line.start + prefix + lone[1].length);
    return true;
  }
  state.keyLines = 0;
  const part = BODY.exec(rest);
  if (part !== null && part.index === 0) {
    line.mask('private-key', line.start + prefix, line.start + prefix + part[0].length);
  }
  return false;
}

function maskBefore(line: Line, text: string, end: number): void {
  const body = BODY.exec(text.slice(0, end));
  if (body !== null) {
    line.mask('private-key', line.start + body.index, line.start + body.index + body[0].length);
  }
}

function maskWhole(line: Line, text: string): boolean {
  const first = text.search(/\S/);
  if (first >= 0 && !text.includes('[REDACTED')) {
    line.mask('private-key', line.start + first, line.end);
  }
  return true;
}

function bodyEnd(body: string): number {
  let end = body.length;
  while (end > 0 && !/[A-Za-z0-9+/=]/.test(body.charAt(end - 1))) {
    end--;
  }
  return end;
}
