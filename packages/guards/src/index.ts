export type { Guards } from './guards.ts';
export { endsRun, NEW_GUARDS } from './guards.ts';
export type { HealthState } from './health/health-state.ts';
export { NEVER_PROBED } from './health/health-state.ts';
export { observeHealth } from './health/observe-health.ts';
export type { Instant } from './instant.ts';
export { hasSlept } from './instant.ts';
export type {
  BootRecord,
  CutOff,
  IntentLost,
  StoredIntent,
  Telling,
} from './intent/lost-intent.ts';
export { lostIntent } from './intent/lost-intent.ts';
export type { Call, LoopState, Track } from './loop/loop-state.ts';
export { NO_CALLS } from './loop/loop-state.ts';
export { observeLoop } from './loop/observe-loop.ts';
export { isWaitingTool } from './loop/waiting-tools.ts';
export type {
  GroupParked,
  Observation,
  Ordered,
  Probed,
  Rotated,
  RunEnded,
  RunStarted,
  Slept,
  Tick,
} from './observation.ts';
export { observe } from './observe.ts';
export type { Policy } from './policy.ts';
export { DEFAULT_POLICY } from './policy.ts';
export { observeQuota } from './quota/observe-quota.ts';
export type { Parked, QuotaState } from './quota/quota-state.ts';
export { NEVER_REFUSED } from './quota/quota-state.ts';
export type { Remembered } from './remember.ts';
export { GUARDS_VERSION, recall, remember } from './remember.ts';
export { observeSession } from './session/observe-session.ts';
export type { SessionState, SessionTail } from './session/session-state.ts';
export { NO_SESSIONS } from './session/session-state.ts';
export type { HealthSettings, QuotaSettings, Settings, StallSettings } from './settings.ts';
export { observeStall } from './stall/observe-stall.ts';
export type { OpenTurn, Refused, StallState } from './stall/stall-state.ts';
export { NEVER_STALLED } from './stall/stall-state.ts';
export type { Context, Step } from './step.ts';
export type {
  Answered,
  Healthy,
  Looping,
  Park,
  Release,
  RotationStuck,
  Silent,
  Unhealthy,
  Verdict,
  Wedged,
} from './verdict.ts';
