export { explainHook } from './explain-hook.ts';
export {
  type ArrangeStdio,
  type HookCommand,
  type HookEnd,
  type HookEndDetail,
  type RunningHook,
  TAIL_BYTES,
} from './hook.ts';
export { HOOK_FINDING_CODES, type HookFinding, type HookFindingCode } from './hook-finding.ts';
export {
  type Leader,
  type LeaderExit,
  type LeaderRequest,
  leaderOf,
  type SpawnLeader,
} from './leader.ts';
export { type OutputPipe, type OutputPipes, openOutputPipes } from './output-pipes.ts';
export { cutTail } from './output-tail.ts';
export { runHook } from './run-hook.ts';
