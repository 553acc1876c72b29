import { compile, validate, type ZodType } from 'zod';

// Compiling takes about as long as this many answers of the interpreter.
const WORTH_COMPILING = 100;

/** Longer texts take as long to compare as to check, and may keep the file alive that they were cut out of. */
const LONGEST = 12;

/**
 * Prepares to answer whether values fit a schema, and nothing more than that: what is wrong is for `checkSchema`.
 * The schema is compiled once it has been asked for often, so that a small file does not pay for it.
 */
export function quickCheck(schema: ZodType): (value: unknown) => boolean {
  // A fleet's tables say the same thing again and again.
  let latest: unknown = NOTHING;
  let asked = 0;
  let current = schema;
  return (value) => {
    if (value === latest) {
      return true;
    }
    asked += 1;
    if (asked === WORTH_COMPILING) {
      current = compile(schema);
    }
    const fits = validate(current, value);
    if (fits && isLasting(value)) {
      latest = value;
    }
    return fits;
  };
}

const NOTHING = Symbol('nothing');

/** Objects and arrays are known by what they are, not by what they hold, and may change. */
function isLasting(value: unknown): boolean {
  return typeof value === 'string' ? value.length <= LONGEST : typeof value !== 'object';
}
