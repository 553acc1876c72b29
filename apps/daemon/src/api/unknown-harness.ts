import { closest } from 'fastest-levenshtein';
import { Refusal } from './refusal.ts';

/** Turns down a name that no harness has, and names the nearest that one has. */
export function unknownHarness(name: string, known: readonly string[]): Refusal {
  const near = known.length === 0 ? [] : [closest(name, known)];
  return new Refusal('unknown_harness', `there is no harness ${JSON.stringify(name)}`, {
    suggestions: near,
    hint: 'harness list shows all of them',
  });
}
