export { checkSchema, type KeyRefusal, type SchemaAdvice } from './check-schema.ts';
export { type Decoded, decodeConfig } from './decode-config.ts';
export { type DurationReading, parseGoDuration } from './duration.ts';
export { type Finding, placeFindings } from './finding.ts';
export { formatPath, type KeyPath, valueAt } from './key-path.ts';
export type { Locate, Target } from './locate.ts';
export { nearest, suggest } from './nearest.ts';
export {
  arrangeProblems,
  formatProblem,
  type Position,
  PROBLEM_CODES,
  type Problem,
  type ProblemCode,
  type Refused,
} from './problem.ts';
export { readToml, type TomlDocument } from './read-toml.ts';
export { remembered } from './remembered.ts';
export { keysAt, type SchemaNode } from './schema-keys.ts';
export { nameKind, quote, showValue } from './show-value.ts';
