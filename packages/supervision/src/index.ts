export type { Effect, Rest, Settled, Sweep, Wake } from './effect.ts';
export { RESTS } from './effect.ts';
export type { Exit } from './exit.ts';
export type { Escalated, Fact, GaveUp, ProvenBack } from './fact.ts';
export type { AwaitProof, Exited, Input, RunInput, Verb } from './input.ts';
export type { Author, Intent, Order } from './intent.ts';
export { AUTHORS } from './intent.ts';
export type {
  Barrier,
  LastExit,
  Lifecycle,
  Process,
  State,
  Streak,
} from './lifecycle.ts';
export { STATES, upSince, wantsStart } from './lifecycle.ts';
export type { Policy, RestartPolicy, Settings } from './policy.ts';
export { DEFAULT_POLICY, RESTART_POLICIES } from './policy.ts';
export { proofAfter } from './proof.ts';
export type { Remembered } from './remember.ts';
export { initial, remember } from './remember.ts';
export { step } from './step.ts';
export type { Context, Step } from './transition.ts';
