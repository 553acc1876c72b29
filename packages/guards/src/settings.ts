/** What configuration says of one harness, as far as the guards go. */
export interface Settings {
  /** `resident`: meant to stay up. `one_shot`: each start is a run that ends by itself. */
  readonly kind: 'resident' | 'one_shot';
  /** How many identical tool calls in a row are a loop, 2 or more; 0 turns the guard off. */
  readonly loopLimit: number;
  /** Whether a wedged session may be archived: it may where the agent keeps its sessions in a store of the harness. */
  readonly rotates: boolean;
  readonly quota: QuotaSettings;
  /** Absent: nobody looks for stalls. */
  readonly stall?: StallSettings;
  /** Absent: there is no probe. */
  readonly health?: HealthSettings;
}

/** How long a harness waits when its provider names no reset. */
export interface QuotaSettings {
  /** The first wait, in milliseconds. */
  readonly backoffMs: number;
  /** The longest wait, in milliseconds. */
  readonly backoffMaxMs: number;
  /** The group that shares the quota, named in verdicts. */
  readonly group?: string;
}

/** When silence is a stall, and what is done about it. */
export interface StallSettings {
  readonly timeoutMs: number;
  readonly action: 'notify' | 'restart';
  /** `busy`: silence counts only while the agent has something to do. */
  readonly when: 'always' | 'busy';
}

/** How often a probe may fail, and what is done about it. */
export interface HealthSettings {
  /** Failures in a row, 1 or more. */
  readonly failures: number;
  readonly action: 'notify' | 'restart';
  /** For how long after a start failures do not count, in milliseconds. */
  readonly startPeriodMs: number;
}
