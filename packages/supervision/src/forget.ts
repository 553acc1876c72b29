import type { Lifecycle } from './lifecycle.ts';

/** The lifecycle without these keys: an optional key is absent, never undefined, so that JSON keeps it as it is. */
export function forget(
  lifecycle: Lifecycle,
  ...keys: readonly ('ended' | 'nextStartMs' | 'proofMs')[]
): Lifecycle {
  const rest: { -readonly [K in keyof Lifecycle]: Lifecycle[K] } = { ...lifecycle };
  for (const key of keys) {
    delete rest[key];
  }
  return rest;
}
