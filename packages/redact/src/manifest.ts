import type { Line } from './line.ts';
import type { LineState } from './line-state.ts';
import { isMasked, isReference } from './value-guard.ts';

const LONGEST_MANIFEST_LINES = 200;
const ENTRY = /^([ \t]*)["']?([\w.-]{1,128})["']?:[ \t]{0,8}(?:(["'])(.*)\3,?|(.*))$/;

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
  const text = line.text.slice(line.start, line.end);
  const entry = ENTRY.exec(text);
  if (entry === null || /^---/.test(text)) {
    close(state, /^---/.test(text));
    return;
  }
  const indent = (entry[1] ?? '').length;
  const value = (entry[4] ?? entry[5] ?? '').replace(/[ \t\r]+$/, '');
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
