export { type Location, locate } from './locate.ts';
export { openTrace } from './open-trace.ts';
export type {
  Claimant,
  Trace,
  TraceOptions,
  TraceSource,
  TraceStatus,
  TraceTrouble,
} from './trace.ts';
