import type { Console } from '../src/console.ts';

/** A console on which nothing is said. */
export function silentConsole(): Console {
  const ignore = (): void => undefined;
  return {
    env: {},
    folder: '/',
    stdout: process.stdout,
    out: ignore,
    err: ignore,
    isTerminal: false,
    columns: undefined,
    color: false,
    untilInterrupted: () => new AbortController().signal,
  };
}
