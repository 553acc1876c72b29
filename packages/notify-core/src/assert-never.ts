/** Closes a switch over a union: a variant without a case does not compile. */
export function assertNever(value: never): never {
  throw new Error(`no case for ${JSON.stringify(value)}`);
}
