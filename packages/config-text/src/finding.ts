import { formatPath, type KeyPath, valueAt } from './key-path.ts';
import type { Target } from './locate.ts';
import { arrangeProblems, type Problem, type ProblemCode } from './problem.ts';
import type { TomlDocument } from './read-toml.ts';
import { showValue } from './show-value.ts';

/** What a rule found wrong with the value at a path, before it has a place in the text. */
export interface Finding {
  readonly path: KeyPath;
  readonly code: ProblemCode;
  /** What would be right, such as `must be from 1s to 5m`; with `form: 'whole'` the whole message. */
  readonly sentence: string;
  /** `value` shows key and value (the default), `key` only the key, `whole` neither. */
  readonly form?: 'value' | 'key' | 'whole';
  /** Which end to point at; `value` by default. */
  readonly target?: Target;
}

/** Gives each finding its place in the document: problems in the order of the text, each once. */
export function placeFindings(document: TomlDocument, findings: readonly Finding[]): Problem[] {
  return arrangeProblems(findings.map((finding) => placeFinding(document, finding)));
}

function placeFinding(document: TomlDocument, finding: Finding): Problem {
  const { path, code, sentence, form = 'value' } = finding;
  const key = formatPath(path);
  const found = form === 'value' ? valueAt(document.value, path) : undefined;
  const value = found === undefined ? {} : { value: showValue(found) };
  return {
    file: document.file,
    ...document.locate(path, finding.target),
    code,
    ...(key === '' ? {} : { key }),
    ...value,
    // A message is one line, whatever libraries repeat of a value in theirs.
    message: phrase(key, value.value, sentence, form).replace(/\p{Cc}/gu, '\ufffd'),
  };
}

function phrase(key: string, value: string | undefined, sentence: string, form: string): string {
  if (form === 'whole' || key === '') {
    return sentence;
  }
  return value === undefined ? `${key} ${sentence}` : `${key} = ${value}: ${sentence}`;
}
