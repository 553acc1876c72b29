import { z } from 'zod';
import { argument } from './text.ts';

/**
 * The argv of a program that runs without a shell. With `absolute`, the program must be an absolute path;
 * otherwise a bare name is looked up in PATH as the program starts.
 */
export function commandList(example: readonly string[], absolute: boolean): z.ZodType<string[]> {
  const shown = JSON.stringify(example);
  return z
    .tuple([programName(example, absolute)], argument(example), {
      error: `must be a list of strings such as ${shown}`,
    })
    .meta({ examples: [example] });
}

function programName(example: readonly string[], absolute: boolean): z.ZodType<string> {
  const write = `write ${absolute ? 'the absolute path' : 'a path or a name'} of a program, such as ${JSON.stringify(example[0])}`;
  const program = argument(example).refine((name) => wrongProgram(name, absolute) === undefined, {
    error: ({ input }) => `${wrongProgram(String(input), absolute)}: ${write}`,
  });
  // A check is not part of the JSON Schema, a pattern is.
  return absolute ? program.meta({ pattern: '^/' }) : program;
}

/** What is wrong with the first element of an argv, or undefined. */
function wrongProgram(program: string, absolute: boolean): string | undefined {
  if (program.trim() === '') {
    return 'must not be blank';
  }
  if (program.startsWith('~')) {
    return 'must not begin with ~, which only a shell expands';
  }
  if (program.startsWith('$') && /^\$(\w|\{)/.test(program)) {
    return 'must not hold a variable, which only a shell expands';
  }
  return absolute && !program.startsWith('/') && !program.includes('\0')
    ? 'must be an absolute path, since nothing looks it up'
    : undefined;
}
