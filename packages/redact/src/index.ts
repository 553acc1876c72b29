export type { Bytes } from './bytes.ts';
export { checkRule } from './check-rule.ts';
export { createRedact, type Redact } from './create-redact.ts';
export type { CustomRule, RedactOptions } from './options.ts';
export { createRedactor, findSecrets, redact, redactValue, rules } from './redact.ts';
export type { Redactor } from './redactor.ts';
export type { RuleInfo } from './rule.ts';
export type { Span } from './span.ts';
export {
  type ChunkCallback,
  type ChunkSink,
  type NodeTransformer,
  nodeTransformer,
  type WebTransformer,
  webTransformer,
} from './stream-transformers.ts';
