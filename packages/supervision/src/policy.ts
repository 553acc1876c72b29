/** When an ended run is started again, per harness. */
export const RESTART_POLICIES = ['always', 'on-failure', 'unless-stopped', 'no'] as const;

/** One of {@link RESTART_POLICIES}. */
export type RestartPolicy = (typeof RESTART_POLICIES)[number];

/**
 * What the configuration says of one harness. It is given with every input, so a reload takes effect at the next
 * decision; a pause that has already begun keeps its length.
 */
export interface Settings {
  readonly restart: RestartPolicy;
  /** The pause before a restart, until the harness flaps. Counted from the end of the run. */
  readonly restartDelayMs: number;
}

/** The times and limits of supervision, the same for every harness of a daemon. */
export interface Policy {
  /** A run that is shorter than this was a crash, or a quick exit. */
  readonly crashWindowMs: number;
  /** How many restarts one streak of failures may ask for; the next failure gives up. */
  readonly maxRestarts: number;
  /** The quick exit of a streak from which on the harness flaps and the pauses follow `backoffMs`. */
  readonly flapQuickExits: number;
  /** The failure of a streak from which on the harness flaps, however long its runs were. */
  readonly flapStreak: number;
  /** How many unwanted exits within `hourMs` are flapping, however long the runs were. */
  readonly flapHourly: number;
  readonly hourMs: number;
  /** The pauses while quick exits go on, in order; the last one repeats. Not empty. */
  readonly backoffMs: readonly number[];
  /** A run of this length ends the streak that went before it. */
  readonly streakResetMs: number;
  /** From SIGTERM to SIGKILL. */
  readonly stopGraceMs: number;
  /** The least uptime that proves a harness back after trouble. */
  readonly proofMinMs: number;
  /** The most uptime that is asked for as such a proof. */
  readonly proofMaxMs: number;
}

/** The policy of a daemon in use; tests pass shorter times. */
export const DEFAULT_POLICY: Policy = {
  crashWindowMs: 10_000,
  maxRestarts: 5,
  flapQuickExits: 3,
  flapStreak: 4,
  flapHourly: 6,
  hourMs: 3_600_000,
  backoffMs: [1_000, 2_000, 4_000, 8_000, 16_000, 30_000],
  streakResetMs: 300_000,
  stopGraceMs: 10_000,
  proofMinMs: 10_000,
  proofMaxMs: 300_000,
};
