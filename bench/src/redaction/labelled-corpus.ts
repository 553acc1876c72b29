import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

/** A text of which is known what is secret in it. */
export interface LabelledText {
  readonly text: string;
  /** What must vanish; none: the text is a look-alike and must stay as it is. */
  readonly secrets: readonly string[];
  /** What must survive. */
  readonly keep: readonly string[];
}

/** How masking did on a corpus, in cases. */
export interface Score {
  /** A secret was left, or what had to survive did not. */
  readonly missed: number;
  /** Look-alikes that were changed. */
  readonly spoilt: number;
}

/** Reads a corpus: one JSON object a line, gzipped when its name ends in `.gz`. */
export function readCorpus(path: string): readonly LabelledText[] {
  const bytes = readFileSync(path);
  return (path.endsWith('.gz') ? gunzipSync(bytes) : bytes)
    .toString('utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as LabelledText);
}

/** The score of what masking made of each text of a corpus. */
export function scoreOf(corpus: readonly LabelledText[], masked: readonly string[]): Score {
  const wrong = corpus.filter((one, index) => !isRight(one, masked[index] ?? ''));
  const spoilt = wrong.filter(({ secrets }) => secrets.length === 0).length;
  return { missed: wrong.length - spoilt, spoilt };
}

function isRight({ text, secrets, keep }: LabelledText, masked: string): boolean {
  return secrets.length === 0
    ? masked === text
    : secrets.every((secret) => !masked.includes(secret)) &&
        keep.every((part) => masked.includes(part));
}
