import { distance } from 'fastest-levenshtein';

const LONGEST = 64;

/**
 * The candidate that somebody most likely meant, or undefined when none is near: two letters or a third of them
 * differ at most, case and `-` for `_` left aside; or the name is how it alone begins. The first of several equally near ones wins.
 */
export function nearest(name: string, candidates: Iterable<string>): string | undefined {
  if (name === '' || name.length > LONGEST) {
    return undefined;
  }
  const wanted = plain(name);
  const all = [...candidates];
  return fewestSteps(wanted, all) ?? onlyLonger(wanted, all);
}

function fewestSteps(wanted: string, candidates: readonly string[]): string | undefined {
  let best: string | undefined;
  let least = tolerance(wanted) + 1;
  for (const candidate of candidates) {
    const steps = distance(wanted, plain(candidate));
    if (steps < least && steps < candidate.length) {
      best = candidate;
      least = steps;
    }
  }
  return best;
}

/** The beginning of one candidate alone is meant as that one: `claude` for `claude-code`. */
function onlyLonger(wanted: string, candidates: readonly string[]): string | undefined {
  const longer = candidates.filter((candidate) => plain(candidate).startsWith(wanted));
  return wanted.length >= 3 && longer.length === 1 ? longer[0] : undefined;
}

/** `; did you mean X?` for the nearest candidate, else `; known: A, B`. */
export function suggest(name: string, candidates: readonly string[]): string {
  const near = nearest(name, candidates);
  return near === undefined
    ? `; known are ${candidates.join(', ')}`
    : `; did you mean ${JSON.stringify(near)}?`;
}

/** Two letters in the wrong order are two steps; a short word has no room for them. */
function tolerance(name: string): number {
  return name.length < 4 ? 1 : Math.max(2, Math.floor(name.length / 3));
}

function plain(name: string): string {
  return name.toLowerCase().replaceAll('-', '_');
}
