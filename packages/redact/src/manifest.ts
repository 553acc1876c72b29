import type { Line } from './line.ts';
import type { LineState } from './line-state.ts';
import { isMasked, isReference } from './value-guard.ts';

const LONGEST_MANIFEST_LINES = 200;
const LONGEST_ENTRY = 65_536;
const ENTRY = /^([ \t]*)["']?([\w.-]{1,128})["']?:[ \t]{0,8}/;

/** Opens a Kubernetes manifest: a Secret for sure, or (`apiVersion: v1` alone) one that may turn out to be a Secret. */
export function openManifest(line: Line, keyword: string, state: LineState): void {
  const text = line.text.slice(line.start, line.end);
  if (keyword === 'secret' && /^[\s"'-]*kind["']?:[ \t]*["']?Secret["']?,?[ \t]*$/.test(text)) {
    state.manifestLines = LONGEST_MANIFEST_LINES;
    state.manifestGuessed = false;
  } else if (keyword === 'v1' && state.manifestLines === 0) {
    state.manifestLines = 3;
    state.manifestGuessed = true;
  }
}

/** Masks an entry of a Secret's `data:` or `stringData:`. */
export function maskManifestEntry(line: Line, state: LineState): void {
  if (state.manifestLines === 0) {
    return;
  }
  state.manifestLines--;
  const text = line.text.slice(line.start, Math.min(line.end, line.start + LONGEST_ENTRY));
  const entry = ENTRY.exec(text);
  if (entry === null || text.startsWith('---')) {
    close(state, text.startsWith('---'));
    return;
  }
  const indent = (entry[1] ?? '').length;
  const value = unquoted(text.slice(entry[0].length));
  if (state.dataIndent >= 0 && indent > state.dataIndent) {
    maskEntry(line, state, text, value);
  } else {
    state.dataIndent =
      /^(?:data|stringData)$/.test(entry[2] ?? '') && /^\{?$/.test(value) ? indent : -1;
    state.manifestLines = state.dataIndent >= 0 ? LONGEST_MANIFEST_LINES : state.manifestLines;
  }
}

function maskEntry(line: Line, state: LineState, text: string, value: string): void {
  const isBase64 = /^[A-Za-z0-9+/]{8,}={0,2}$/.test(value) && value.length % 4 === 0;
  if (
    value === '' ||
    isMasked(value) ||
    isReference(value) ||
    (state.manifestGuessed && !isBase64)
  ) {
    return;
  }
  const start = line.start + text.lastIndexOf(value);
  line.mask('kubernetes-secret', start, start + value.length);
}

function close(state: LineState, separator: boolean): void {
  state.dataIndent = -1;
  if (separator) {
    state.manifestLines = 0;
  }
}

/** A scalar without the quotes, the comma and the blanks round it. */
export function unquoted(text: string): string {
  const trimmed = text.trim();
  const scalar = trimmed.endsWith(',') ? trimmed.slice(0, -1) : trimmed;
  const quote = scalar.charAt(0);
  return scalar.length > 1 && (quote === '"' || quote === "'") && scalar.endsWith(quote)
    ? scalar.slice(1, -1)
    : scalar;
}
