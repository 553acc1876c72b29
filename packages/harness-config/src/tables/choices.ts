/** What follows a program's exit. */
export const RESTARTS = ['always', 'on-failure', 'unless-stopped', 'no'] as const;
/** What happens to a run that is due while another runs. */
export const OVERLAPS = ['skip', 'queue', 'replace'] as const;
/** What a guard does besides telling. */
export const ACTIONS = ['notify', 'restart'] as const;
/** When silence counts: always, or only while a turn is open. */
export const STALL_TIMES = ['always', 'busy'] as const;
/** How much the daemon logs, most first. */
export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error'] as const;

/** One of {@link RESTARTS}. */
export type Restart = (typeof RESTARTS)[number];
/** One of {@link OVERLAPS}. */
export type Overlap = (typeof OVERLAPS)[number];
/** One of {@link ACTIONS}. */
export type Action = (typeof ACTIONS)[number];
/** One of {@link STALL_TIMES}. */
export type StallTime = (typeof STALL_TIMES)[number];
/** One of {@link LOG_LEVELS}. */
export type LogLevel = (typeof LOG_LEVELS)[number];
