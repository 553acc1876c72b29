import { z } from 'zod';

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
