import { compile, validate, type ZodType } from 'zod';

// Compiling takes about as long as this many answers of the interpreter.
const WORTH_COMPILING = 100;

/** How many values are known to fit at most: a fleet's tables say the same few things again and again. */
const KNOWN = 64;

/**
 * Prepares to answer whether values fit a schema, and nothing more than that: what is wrong is for `checkSchema`.
 * The schema is compiled once it has been asked for often, so that a small file does not pay for it.
 */
export function quickCheck(schema: ZodType): (value: unknown) => boolean {
  const known = new Set<unknown>();
  let asked = 0;
  let current = schema;
  return (value) => {
    // Objects and arrays are known by what they are, not by what they hold, and may change.
    if (known.has(value)) {
      return true;
    }
    asked += 1;
    if (asked === WORTH_COMPILING) {
      current = compile(schema);
    }
    const fits = validate(current, value);
    if (fits && known.size < KNOWN && typeof value !== 'object') {
      known.add(value);
    }
    return fits;
  };
}
