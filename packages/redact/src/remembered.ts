// This package imports no other: config-text has a memory of its own, for texts that are cut out of files.
// Far more than the built-in rules have; custom rules that are reloaded for months must not add up.
const MOST = 4096;

/** A pure function that gives the same object again for the same text. It forgets everything once that is a lot. */
export function remembered<Made extends object>(make: (text: string) => Made): typeof make {
  const known = new Map<string, Made>();
  return (text) => {
    const before = known.get(text);
    if (before !== undefined) {
      return before;
    }
    if (known.size >= MOST) {
      known.clear();
    }
    const made = make(text);
    known.set(text, made);
    return made;
  };
}
