/** The first line of a script, taken apart as the kernel does. */
export interface InterpreterLine {
  /** The program that runs the script. */
  readonly interpreter: string;
  /** The one argument before the script's path; "" when there is none. */
  readonly argument: string;
  /** The line was saved with Windows line endings: the last word above ends in a carriage return. */
  readonly hasCarriageReturn: boolean;
}

/** How much of a file is looked at for the line. Source: execve(2), Linux 5.1 and later. */
export const INTERPRETER_LINE_BYTES = 255;

/** Reads the interpreter line from a script's beginning; undefined when it has none. */
export function parseInterpreterLine(start: string): InterpreterLine | undefined {
  const match = /^#![ \t]*([^ \t\n\0]+)[ \t]*([^\n\0]*)/.exec(start);
  if (match === null) {
    return undefined;
  }
  const [line, interpreter = '', argument = ''] = match;
  return {
    interpreter,
    argument: argument.replace(/[ \t]+$/, ''),
    hasCarriageReturn: line.endsWith('\r'),
  };
}

/**
 * The program that an `env` interpreter line looks up on PATH; undefined when it asks for something
 * else. Without `-S` the whole argument is one name, spaces included.
 */
export function envProgram({ interpreter, argument }: InterpreterLine): string | undefined {
  if (!/(?:^|\/)env$/.test(interpreter) || argument === '') {
    return undefined;
  }
  const split = /^(?:-S|--split-string=?)[ \t]*(.*)$/.exec(argument)?.[1];
  if (split !== undefined) {
    return split.split(/[ \t]+/).find((word) => !/^-|=/.test(word));
  }
  return argument.startsWith('-') ? undefined : argument;
}
