export type { Redact, Stamp } from './compose.ts';
export type { Description, MessageParts } from './description.ts';
export { durationText } from './duration-text.ts';
export {
  DEFAULT_EVENTS,
  EVENTS,
  type EventName,
  NOTIFIED_EVENTS,
  type NotifiedEvent,
  RESULTS,
  type Result,
  SEVERITIES,
  type Severity,
} from './events.ts';
export type { BehindProcess, Exit, Fact } from './fact.ts';
export type { Arising, Decision, Deliver, Policy } from './memory/decision.ts';
export {
  type Episode,
  emptyMemory,
  type Flight,
  type HarnessMemory,
  type HeldBack,
  type Json,
  MEMORY_VERSION,
} from './memory/harness-memory.ts';
export { describeOutcome, type Outcome, type OutcomeDetail, resultOf } from './outcome.ts';
export { PAYLOAD_VERSION, type Payload, payloadJson } from './payload.ts';
