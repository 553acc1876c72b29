import { commandList, duration, oneOf, yesOrNo } from '@harness/config-text/schema';
import { z } from 'zod';
import { LOG_LEVELS, type LogLevel } from './choices.ts';
import type { Written } from './harness-keys.ts';

/** The `[daemon]` table as it is written, once it has been checked. */
export interface DaemonTable {
  watch_config?: boolean | undefined;
  log_level?: LogLevel | undefined;
  heartbeat_cmd?: string[] | undefined;
  heartbeat_interval?: Written | undefined;
}

/** What keys of `[daemon]` are when they are left out. */
export const DAEMON_DEFAULTS = {
  watch_config: true,
  log_level: 'info',
  heartbeat_interval: '1m',
} as const;

/** The schema of the `[daemon]` table. */
export const daemonTable: z.ZodType<DaemonTable> = z.strictObject(
  {
    watch_config: yesOrNo().optional().meta({
      default: DAEMON_DEFAULTS.watch_config,
      description: 'Reload when the global file or a drop-in changes.',
    }),
    log_level: oneOf(LOG_LEVELS)
      .optional()
      .meta({ default: DAEMON_DEFAULTS.log_level, description: 'How much the daemon logs.' }),
    heartbeat_cmd: commandList(['/usr/local/bin/still-alive'], true)
      .optional()
      .describe('A program that is run again and again while the daemon lives; 10 s each.'),
    heartbeat_interval: duration({ from: '10s', to: '1h', example: '1m' }).optional().meta({
      default: DAEMON_DEFAULTS.heartbeat_interval,
      description: 'Between two heartbeats.',
    }),
  },
  { error: 'must be a table: write [daemon] on a line of its own' },
);
