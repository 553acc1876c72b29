export {
  CHECK_STATUSES,
  type Check,
  type CheckStatus,
  type DoctorAnswer,
  ERROR_CODES,
  type ErrorAnswer,
  type ErrorCode,
  type ErrorFacts,
  type HarnessAnswer,
  type HarnessDetailAnswer,
  type HarnessesAnswer,
  type NotifyTest,
  type NotifyTestAnswer,
  type NotifyTestRequest,
  type ProgramView,
  type ProjectAnswer,
  type ProjectRequest,
  type ProjectView,
  type ReloadAnswer,
  type ReloadSummary,
  STATUS_OF_CODE,
  type Status,
} from './answer.ts';
export { callDaemon, type DaemonAddress, openStream } from './call-daemon.ts';
export { type DaemonClient, daemonClient } from './daemon-client.ts';
export { DaemonDown, DaemonError, type DownReason } from './daemon-error.ts';
export {
  announceStart,
  type Endpoint,
  endpointFile,
  readEndpoint,
  readStart,
  removeEndpoint,
  withdrawStart,
  writeEndpoint,
} from './endpoint.ts';
export type { Ask } from './exchange.ts';
export { type Found, findDaemon, type WhereToLook } from './find-daemon.ts';
export type { GuardsView, TranscriptView } from './guards-view.ts';
export type {
  AlertView,
  ExitView,
  HarnessDetail,
  HarnessState,
  HarnessView,
  LastExitView,
  RunRules,
} from './harness-view.ts';
export {
  type Environment,
  MAX_SOCKET_PATH_BYTES,
  socketPath,
  socketPathProblem,
  stateFolder,
} from './locations.ts';
export type {
  DeliveryView,
  HeldBackView,
  NotificationsAnswer,
  NotificationView,
} from './notification-view.ts';
export type {
  BoardLinkAnswer,
  EpisodeView,
  HookView,
  Overview,
  RestartHours,
} from './overview.ts';
export {
  isAlive,
  ownIdentity,
  type ProcessIdentity,
  processStartTime,
} from './process-identity.ts';
export {
  HARNESS_VERBS,
  type HarnessVerb,
  harnessPath,
  type LogRequest,
  logsPath,
  type NotificationsRequest,
  notificationsPath,
  PATHS,
  PROTOCOL_HEADER,
  PROTOCOL_VERSION,
  runsPath,
  triggerPath,
  verbPath,
} from './route.ts';
export {
  type LastRunView,
  RUN_OUTCOMES,
  type RunAnswer,
  type RunOutcome,
  type RunsAnswer,
  type RunsRequest,
  type RunsView,
  type RunView,
  type TriggerRequest,
} from './run-view.ts';
export { readThrowaway, type ThrowawayMessage, type ThrowawayRequest } from './throwaway.ts';
