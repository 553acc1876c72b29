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
export { argvOf } from './argv.ts';
export { configPath, type Environment } from './config-path.ts';
export { type ConfigChange, diffConfig, SECTIONS, type Section } from './diff-config.ts';
export type { FileAccess } from './file-access.ts';
export { jsonSchema } from './json-schema.ts';
export { isLoopback } from './listen.ts';
export { type LoadOptions, loadConfig } from './load-config.ts';
export type { LeftOut, Loaded } from './loaded.ts';
export { isName, NAME_PATTERN } from './names.ts';
export { type ReadOptions, readGlobal } from './read-global.ts';
export { digestOf, type Project, type ProjectReading, readProject } from './read-project.ts';
export { type InvalidSchedule, parseSchedule, type Schedule } from './schedule.ts';
export { type Origin, type ShownSetting, showConfig } from './show-config.ts';
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
