import { compile, validate, type ZodType } from 'zod';

// Compiling takes about as long as this many answers of the interpreter.
const WORTH_COMPILING = 100;

/**
 * Prepares to answer whether values fit a schema, and nothing more than that: what is wrong is for `checkSchema`.
 * The schema is compiled once it has been asked for often, so that a small file does not pay for it.
 */
export function quickCheck(schema: ZodType): (value: unknown) => boolean {
  let asked = 0;
  let current = schema;
  return (value) => {
    asked += 1;
    if (asked === WORTH_COMPILING) {
      current = compile(schema);
    }
    return validate(current, value);
  };
}
