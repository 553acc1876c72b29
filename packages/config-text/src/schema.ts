import { z } from 'zod';
import { parseGoDuration } from './duration.ts';
import { suggest } from './nearest.ts';

/** The limits of a duration in Go's spelling, both included, and an example to show. */
export interface DurationRange {
  readonly from: string;
  readonly to: string;
  readonly example: string;
  /** Whether zero is allowed although it is below `from`. */
  readonly zero?: boolean;
}

// As JSON Schema sees a duration; the exact grammar and the range are checked by the parser.
const DURATION_PATTERN = '^[+-]?(0|(([0-9]+(\\.[0-9]*)?|\\.[0-9]+)(ns|us|µs|μs|ms|s|m|h))+)$';

/** A Go duration inside a range. Zero may also be the number 0, since no unit changes it. */
export function duration(range: DurationRange): z.ZodType<string | 0> {
  const sentence = `must be a duration such as ${JSON.stringify(range.example)}`;
  const text = z
    .string({ error: sentence })
    .superRefine((value, context) => {
      const wrong = durationProblem(value, range);
      if (wrong !== undefined) {
        context.addIssue({ code: 'custom', message: wrong });
      }
    })
    .meta({ pattern: DURATION_PATTERN, examples: [range.example] });
  return allowsZero(range) ? z.union([text, z.literal(0)], { error: sentence }) : text;
}

/** What is wrong with a duration for a range, or undefined. */
export function durationProblem(text: string, range: DurationRange): string | undefined {
  const example = JSON.stringify(range.example);
  const reading = parseGoDuration(text);
  if (reading.kind === 'invalid') {
    return `must be a duration such as ${example} (units ns, us, ms, s, m, h); it ${reading.reason}`;
  }
  const inside = reading.ns >= nsOf(range.from) && reading.ns <= nsOf(range.to);
  const zero = reading.ns === 0n && range.zero === true;
  const orZero = range.zero === true ? '0, or ' : '';
  return inside || zero
    ? undefined
    : `must be ${orZero}from ${range.from} to ${range.to}, such as ${example}`;
}

/** A path of the file system as a person writes it: relative, absolute, or under `~/`. */
export function filePath(example: string): z.ZodType<string> {
  const write = `write a path such as ${JSON.stringify(example)}`;
  return plainText(example)
    .refine((path) => !/^~[^/]/.test(path), {
      error: `must not name another user's home: ${write}`,
    })
    .refine((path) => !/\$(\w|\{)/.test(path), {
      error: `must not hold a variable, which only a shell expands: ${write}`,
    });
}

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

/** A string with something in it and no NUL, which no program can be given. */
export function plainText(example: string): z.ZodType<string> {
  const sentence = `must be a string such as ${JSON.stringify(example)}`;
  return z
    .string({ error: sentence })
    .refine((text) => text.trim() !== '', {
      error: `must not be blank: write a string such as ${JSON.stringify(example)}`,
    })
    .refine((text) => !text.includes('\0'), { error: 'must not hold a NUL character' })
    .meta({ minLength: 1, examples: [example] });
}

/** A list of strings without NUL; an empty string is a fine argument. */
export function textList(example: readonly string[], least: number): z.ZodType<string[]> {
  const shown = JSON.stringify(example);
  const error = `must be a list of strings such as ${shown}`;
  const element = z
    .string({ error: `must be a string: the list is one such as ${shown}` })
    .refine((text) => !text.includes('\0'), { error: 'must not hold a NUL character' });
  return z
    .array(element, { error })
    .min(least, { error: `must not be empty: write a list such as ${shown}` })
    .meta({ examples: [example] });
}

/**
 * The argv of a program that runs without a shell. With `absolute`, the program must be an absolute path;
 * otherwise a bare name is looked up in PATH as the program starts.
 */
export function commandList(example: readonly string[], absolute: boolean): z.ZodType<string[]> {
  const command = textList(example, 1).superRefine(
    (command, context) => {
      const [program] = command;
      const wrong =
        typeof program === 'string' && programProblem(program, example[0] ?? '', absolute);
      if (typeof wrong === 'string') {
        context.addIssue({ code: 'custom', message: wrong, path: [0] });
      }
    },
    // The program is looked at although a later element may be wrong too.
    { when: (payload) => Array.isArray(payload.value) },
  );
  // A check is not part of the JSON Schema, a pattern is.
  return absolute ? command.meta({ prefixItems: [{ pattern: '^/' }] }) : command;
}

/** What is wrong with the first element of an argv, or undefined. */
export function programProblem(
  program: string,
  example: string,
  absolute: boolean,
): string | undefined {
  const write = `write ${absolute ? 'the absolute path' : 'a path or a name'} of a program, such as ${JSON.stringify(example)}`;
  if (program.trim() === '') {
    return `must not be blank: ${write}`;
  }
  if (program.startsWith('~')) {
    return `must not begin with ~, which only a shell expands: ${write}`;
  }
  if (/^\$(\w|\{)/.test(program)) {
    return `must not hold a variable, which only a shell expands: ${write}`;
  }
  return absolute && !program.startsWith('/') && !program.includes('\0')
    ? `must be an absolute path, since nothing looks it up: ${write}`
    : undefined;
}

function allowsZero(range: DurationRange): boolean {
  return range.zero === true || nsOf(range.from) <= 0n;
}

function near(word: string, words: readonly string[]): string {
  const advice = suggest(word, words);
  return advice.includes('did you mean') ? advice : '';
}

function nsOf(text: string): bigint {
  const reading = parseGoDuration(text);
  if (reading.kind === 'invalid') {
    throw new Error(`a duration in a schema is wrong: ${text} ${reading.reason}`);
  }
  return reading.ns;
}
