export {
  formatProblem,
  type Position,
  type Problem,
  type ProblemCode,
  type Refused,
  type TomlDocument,
} from '@harness/config-text';
export type { NotifyConfig } from '@harness/notify-config';
export { ADAPTERS, type Adapter, AGENT_KINDS, type AgentKind, isAgent } from './adapters.ts';
export { isLoopback } from './listen.ts';
export type { LeftOut, Loaded } from './loaded.ts';
export { isName, NAME_PATTERN } from './names.ts';
export { type ReadOptions, readGlobal } from './read-global.ts';
export { type InvalidSchedule, parseSchedule, type Schedule } from './schedule.ts';
export {
  autostarted,
  type Config,
  type DaemonSpec,
  type HeartbeatSpec,
  type ProfileSpec,
  type RedactSpec,
  type ServerSpec,
} from './spec/config.ts';
export type {
  HarnessSpec,
  HealthSpec,
  QuotaSpec,
  RunSpec,
  ScheduleSpec,
  Source,
  StallSpec,
} from './spec/harness-spec.ts';
export type { Action, LogLevel, Overlap, Restart, StallTime } from './tables/choices.ts';
export type { RedactRule } from './tables/redact-table.ts';
