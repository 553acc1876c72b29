import { z } from 'zod';
import { suggest } from '../nearest.ts';

/** One of a fixed set of words. */
export function oneOf<const Words extends readonly string[]>(
  words: Words,
): z.ZodType<Words[number]> {
  const list = words.map((word) => JSON.stringify(word)).join(', ');
  return z.enum(words, {
    error: (issue) =>
      typeof issue.input === 'string'
        ? `must be one of ${list}${near(issue.input, words)}`
        : `must be one of ${list}`,
  });
}

/** A whole number inside limits, both included. */
export function wholeNumber(from: number, to: number): z.ZodType<number> {
  const error = `must be a whole number from ${from} to ${to}`;
  return z.int({ error }).min(from, { error }).max(to, { error });
}

/** True or false. */
export function yesOrNo(): z.ZodType<boolean> {
  return z.boolean({ error: 'must be true or false' });
}

function near(word: string, words: readonly string[]): string {
  const advice = suggest(word, words);
  return advice.includes('did you mean') ? advice : '';
}
