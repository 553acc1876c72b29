import type { Console } from './console.ts';

/** Options by their long names, without dashes. Absent when not given. */
export type Options = Readonly<Record<string, string | boolean | undefined>>;

/** A verb as it was called. */
export interface Call {
  /** The words that are not options, without the verb itself. Their number fits the verb. */
  readonly args: readonly string[];
  readonly options: Options;
  readonly console: Console;
}

/**
 * Carries a verb out and gives the exit code. What the daemon refuses, or that it is down, may be thrown:
 * it is told in one place for all verbs.
 */
export type Verb = (call: Call) => number | Promise<number>;

/** An option that takes a text; undefined when not given. */
export function textOption(call: Call, name: string): string | undefined {
  const value = call.options[name];
  return typeof value === 'string' ? value : undefined;
}

/** An option without a value. */
export function flagOption(call: Call, name: string): boolean {
  return call.options[name] === true;
}
