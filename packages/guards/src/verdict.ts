/**
 * What a guard decided: to be done, and to be told. `looping`, `rotation_stuck` and `unhealthy` are facts of
 * notify-core as they stand; the others become one when the caller adds what only it knows.
 */
export type Verdict =
  | Looping
  | Wedged
  | RotationStuck
  | Park
  | Release
  | Silent
  | Answered
  | Unhealthy
  | Healthy;

/** The agent repeats itself: stop it, and clear its intent. */
export interface Looping {
  readonly kind: 'looping';
  /** The tool that is called over and over; of a cycle, the one that began it. */
  readonly tool: string;
  /** How many calls in a row there were when the limit was crossed; of a cycle, how many repetitions. */
  readonly count: number;
}

/** The session is at its context limit for good: stop, archive its store, start; then observe `rotated`. */
export interface Wedged {
  readonly kind: 'wedged';
  /** The context-limit errors that the session ends in. */
  readonly failedTurns: number;
  readonly session: string;
}

/** The session is wedged again too soon after a rotation: stop it, and leave it stopped. */
export interface RotationStuck {
  readonly kind: 'rotation_stuck';
  readonly failedTurns: number;
  /** What did not succeed, in words. */
  readonly step: string;
}

/** The provider's quota is used up: hold the harness down. The fact is `quota_refused`. */
export interface Park {
  readonly kind: 'park';
  /** The classifier's rule. */
  readonly rule: string;
  /** When it ends, in Unix milliseconds. */
  readonly untilMs: number;
  /** The provider named a later time than the longest park ends at. */
  readonly held?: true;
  /** The group that shares the quota: its other members are to observe `group_parked`. */
  readonly group?: string;
}

/** The park is over: let the harness up again. */
export interface Release {
  readonly kind: 'release';
}

/** A resident is up without a successful model call. The fact adds the processes that it sits behind. */
export interface Silent {
  readonly kind: 'silent';
  readonly silentMs: number;
  readonly timeoutMs: number;
  /** `restarted`: restart it. The others ask for nothing; `left_alone` after too many stalls in a row. */
  readonly action: 'left_running' | 'restarted' | 'left_alone';
  /** Stall restarts in a row, this one included; only with `restarted`. */
  readonly restarts?: number;
  /** The classifier's rule of what the provider last said, when the agent was seen trying again. */
  readonly refusedWith?: string;
}

/** A harness that was told to be stalled has had a successful model call: it is back. */
export interface Answered {
  readonly kind: 'answered';
}

/** The probe failed as often in a row as it may. With `restart`: restart it, budget and intent untouched. */
export interface Unhealthy {
  readonly kind: 'unhealthy';
  readonly failures: number;
  readonly tail?: string;
  readonly action: 'notify' | 'restart';
}

/** A probe succeeded after `unhealthy`: the episode is over, and nobody need be told. */
export interface Healthy {
  readonly kind: 'healthy';
}
