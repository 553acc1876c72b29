import { endOf, evenLength, isIn, RUN, startOf, WIDE } from './characters.ts';
import type { Line } from './line.ts';
import type { LineState } from './line-state.ts';

const SHORTEST_WRAPPED_LINE = 60;
const AWS_SECRET =
  /(?<![A-Za-z0-9+/=_-])(?=[A-Za-z0-9+/]*[a-z])(?=[A-Za-z0-9+/]*[A-Z])[A-Za-z0-9+/]{40}(?![A-Za-z0-9+/=_-])/g;

/** Masks what stands near an AWS key id and can only be its secret: 40 characters of base64. */
export function maskAwsSecret(line: Line, state: LineState): void {
  if (state.awsLines === 0) {
    return;
  }
  state.awsLines--;
  const end = Math.min(line.end, line.start + 4096);
  for (const found of line.text.slice(line.start, end).matchAll(AWS_SECRET)) {
    if (/\d/.test(found[0])) {
      line.mask(
        'aws-secret-key',
        line.start + found.index,
        line.start + found.index + found[0].length,
      );
    }
  }
}

/** Masks the rest of a token that the terminal wrapped onto this line: a lone run that looks like one. */
export function maskWrapped(line: Line, state: LineState): void {
  if (!state.wrapped) {
    return;
  }
  state.wrapped = false;
  const text = line.text.slice(line.start, line.end);
  const start = text.search(/[A-Za-z0-9]/);
  const end = start < 0 ? -1 : endOf(text, start, text.length, WIDE);
  if (
    end - start < 8 ||
    /[A-Za-z0-9]/.test(text.slice(end)) ||
    !/[^\x20-\x7e]|^ *$/.test(text.slice(0, start) || ' ')
  ) {
    return;
  }
  const run = text.slice(start, end);
  if (/\d/.test(run) && /[a-z]/.test(run) && /[A-Z]/.test(run) && !/[./]/.test(run)) {
    line.mask('wrapped-token', line.start + start, line.start + end);
  }
}

/** Notes whether the line ends inside a token, so that the next one may hold the rest. */
export function noteWrapped(line: Line, state: LineState): void {
  const last = line.spans.at(-1);
  if (
    last === undefined ||
    evenLength(line.text.slice(line.start, line.end)) < SHORTEST_WRAPPED_LINE
  ) {
    return;
  }
  const end = startOfTail(line);
  state.wrapped = last.end >= end && isIn(line.text.charCodeAt(end - 1), RUN);
}

/** Where the last word of the line ends, a frame's right side left out. */
function startOfTail(line: Line): number {
  let end = line.end;
  while (end > line.start && !isIn(line.text.charCodeAt(end - 1), WIDE)) {
    end--;
  }
  return Math.max(end, startOf(line.text, end, line.start, 0));
}
