export { AGENT_KINDS, type AgentKind } from './agent-kind.ts';
export { classifyRefusal } from './classify-refusal.ts';
export type {
  Refusal,
  RefusalClass,
  RefusalContext,
  RefusalMaterial,
  RefusalRule,
} from './refusal.ts';
export { REFUSAL_CLASSES, REFUSAL_RULES } from './refusal.ts';
export type {
  AnswerTurn,
  CallTurn,
  CompactionTurn,
  MessageTurn,
  Origin,
  Place,
  RefusalTurn,
  RestTurn,
  ResultTurn,
  RetryTurn,
  SessionTurn,
  Turn,
} from './turn.ts';
