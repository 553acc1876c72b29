/** Closes a switch over a union: a member that was forgotten fails to compile. */
export function assertNever(value: never): never {
  throw new Error(`Not one of the known kinds: ${JSON.stringify(value)}`);
}
