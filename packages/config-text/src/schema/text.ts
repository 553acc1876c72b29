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
  return z
    .array(argument(example), { error: `must be a list of strings such as ${shown}` })
    .min(least, { error: `must not be empty: write a list such as ${shown}` })
    .meta({ examples: [example] });
}

/** A string of a list that a program is given. */
export function argument(list: readonly string[]): z.ZodType<string> {
  const shown = JSON.stringify(list);
  return z
    .string({
      error: ({ input }) =>
        input === undefined
          ? `must not be empty: write a list such as ${shown}`
          : `must be a string: the list is one such as ${shown}`,
    })
    .refine((text) => !text.includes('\0'), { error: 'must not hold a NUL character' });
}

/** A path of the file system as a person writes it: relative, absolute, or under `~/`. */
export function filePath(example: string): z.ZodType<string> {
  const write = `write a path such as ${JSON.stringify(example)}`;
  return plainText(example)
    .refine((path) => !namesAnotherHome(path), {
      error: `must not name another user's home: ${write}`,
    })
    .refine((path) => !path.includes('$') || !/\$(\w|\{)/.test(path), {
      error: `must not hold a variable, which only a shell expands: ${write}`,
    });
}

function namesAnotherHome(path: string): boolean {
  return path.startsWith('~') && path.length > 1 && path[1] !== '/';
}
