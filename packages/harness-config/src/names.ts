/** What a harness, a profile, a project and a quota group may be called, as a pattern of JSON Schema. */
export const NAME_PATTERN = '^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$';

const NAME = new RegExp(NAME_PATTERN);

/** Whether a name may become part of paths, arguments and messages. */
export function isName(name: string): boolean {
  return NAME.test(name);
}

/** The rule of {@link isName} as the end of a sentence. */
export const NAME_RULE = 'must be 1 to 64 of A-Z a-z 0-9 . _ - and begin with a letter or a digit';
