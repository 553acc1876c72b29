import type { Line } from './line.ts';
import type { LineState } from './line-state.ts';
import { unquoted } from './manifest.ts';
import { nameStrengthOf } from './secret-name.ts';
import { isMasked, isPlain, isReference } from './value-guard.ts';

const NAME = /^[ \t]*(?:- )?["']?name["']?:[ \t]*["']?([\w.-]{1,128})["']?,?[ \t\r]*$/;
const VALUE = /^[ \t]*["']?value["']?:/;

/** Notes a line such as `- name: DB_PASSWORD`: manifests put the value on the next one. */
export function noteVariable(line: Line, state: LineState): void {
  const name = NAME.exec(line.text.slice(line.start, Math.min(line.end, line.start + 256)))?.[1];
  const strength = name === undefined ? undefined : nameStrengthOf(name);
  state.namedVariable = strength === 'password' || strength === 'token';
}

/** Masks the `value:` of the variable that the line before named. */
export function maskVariable(line: Line, state: LineState): void {
  if (!state.namedVariable) {
    return;
  }
  state.namedVariable = false;
  const text = line.text.slice(line.start, Math.min(line.end, line.start + 4096));
  const found = VALUE.exec(text);
  const value = found === null ? '' : unquoted(text.slice(found[0].length));
  if (value !== '' && !isMasked(value) && !isReference(value) && !isPlain(value)) {
    const start = line.start + text.lastIndexOf(value);
    line.mask('named-variable', start, start + value.length);
  }
}
