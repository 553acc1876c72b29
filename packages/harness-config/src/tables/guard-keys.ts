import { duration, oneOf } from '@harness/config-text/schema';
import { z } from 'zod';
import { AGENT_KINDS } from '../adapters.ts';
import { isName, NAME_PATTERN, NAME_RULE } from '../names.ts';
import { ACTIONS, STALL_TIMES } from './choices.ts';
import { HARNESS_DEFAULTS } from './harness-defaults.ts';
import type { KeySchemas } from './harness-keys.ts';

const LIMIT = 'must be 0 (off) or a whole number from 2 to 10000';

/** What is read from a transcript, and what follows from it. */
export const guardKeys: KeySchemas<
  | 'transcript'
  | 'stall_timeout'
  | 'stall_action'
  | 'stall_when'
  | 'loop_limit'
  | 'quota_backoff'
  | 'quota_backoff_max'
  | 'quota_group'
> = {
  transcript: oneOf(AGENT_KINDS)
    .optional()
    .describe('Which transcript a command or generic harness writes.'),
  stall_timeout: duration({ from: '10s', to: '24h', example: '20m' })
    .optional()
    .describe(
      'A resident without a successful model call for this long has stalled; off when left out.',
    ),
  stall_action: oneOf(ACTIONS)
    .optional()
    .meta({ default: HARNESS_DEFAULTS.stall_action, description: 'What is done about a stall.' }),
  stall_when: oneOf(STALL_TIMES)
    .optional()
    .meta({ default: HARNESS_DEFAULTS.stall_when, description: 'When silence counts.' }),
  loop_limit: z
    .int({ error: LIMIT })
    .min(0, { error: LIMIT })
    .max(10_000, { error: LIMIT })
    .refine((limit) => limit !== 1, { error: LIMIT })
    .optional()
    .meta({
      default: HARNESS_DEFAULTS.loop_limit,
      description: 'Identical tool calls in a row; 0 is off.',
    }),
  quota_backoff: duration({ from: '1s', to: '192h', example: '15m' }).optional().meta({
    default: HARNESS_DEFAULTS.quota_backoff,
    description: 'The first park without a reset time.',
  }),
  quota_backoff_max: duration({ from: '1s', to: '192h', example: '6h' }).optional().meta({
    default: HARNESS_DEFAULTS.quota_backoff_max,
    description: 'The longest park without a reset time.',
  }),
  quota_group: z
    .string({ error: `must be a name: it ${NAME_RULE}` })
    .refine(isName, { error: NAME_RULE })
    .optional()
    .meta({
      pattern: NAME_PATTERN,
      description: 'Harnesses that share a quota are parked together.',
    }),
};
