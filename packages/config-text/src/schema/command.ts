import type { z } from 'zod';
import { textList } from './text.ts';

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
