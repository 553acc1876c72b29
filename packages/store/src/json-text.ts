/** What a JSON text says; undefined for none, and for one that a damaged file gave back. */
export function readJson(text: string | null | undefined): unknown {
  if (text === null || text === undefined) {
    return undefined;
  }
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The fields that are there: neither null nor undefined. */
export function present<T extends object>(
  fields: {
    readonly [Key in keyof T]: T[Key] | null | undefined;
  },
): T {
  const entries = Object.entries(fields).filter(
    ([, value]) => value !== null && value !== undefined,
  );
  return Object.fromEntries(entries) as T;
}
