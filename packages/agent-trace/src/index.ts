export { type Location, locate } from './locate.ts';
export { openTrace } from './open-trace.ts';
export { readStreamOutput, type StreamOutput } from './stream-output/read-stream-output.ts';
export type {
  Claimant,
  Trace,
  TraceOptions,
  TraceSource,
  TraceStatus,
  TraceTrouble,
} from './trace.ts';
