export { cleanText } from './clean-text.ts';
export { compose, type Redact, type Stamp } from './compose.ts';
export { cutText, type TextLimit } from './cut-text.ts';
export { describeFact } from './describe-fact.ts';
export type { Description, MessageParts } from './description.ts';
export { durationText } from './duration-text.ts';
export { hookEnvironment } from './environment.ts';
export { eventOf } from './event-of-fact.ts';
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
export { CAUSE_LIMIT, MESSAGE_LIMIT } from './fit-message.ts';
export { instantText } from './instant-text.ts';
export { type Decided, decide } from './memory/decide.ts';
export type { Arising, Decision, Deliver, Policy } from './memory/decision.ts';
export { due, forget, nextDueMs, type Retold, retell } from './memory/due.ts';
export { endAlerts, endEpisodes, type OpenAlert, openAlerts } from './memory/end-episodes.ts';
export {
  type Episode,
  emptyMemory,
  type Flight,
  type HarnessMemory,
  type HeldBack,
  type Json,
  MEMORY_VERSION,
} from './memory/harness-memory.ts';
export { rebase, restoreMemory } from './memory/rebase.ts';
export { type Release, type Settled, type Settlement, settle } from './memory/settle.ts';
export { describeOutcome, type Outcome, type OutcomeDetail, resultOf } from './outcome.ts';
export { PAYLOAD_VERSION, type Payload, payloadJson } from './payload.ts';
export { sampleFact } from './sample.ts';
