import { commandList, duration, oneOf, plainText, wholeNumber } from '@harness/config-text/schema';
import { z } from 'zod';
import { ACTIONS } from './choices.ts';
import { HARNESS_DEFAULTS } from './harness-defaults.ts';
import type { KeySchemas } from './harness-keys.ts';

const COMMAND =
  'must be an argv such as ["curl", "-fsS", "localhost:8080"], or one string for sh -c';

/** The probe of a harness and what follows its failures. */
export const healthKeys: KeySchemas<
  | 'health_cmd'
  | 'health_interval'
  | 'health_timeout'
  | 'health_failures'
  | 'health_action'
  | 'health_start_period'
> = {
  health_cmd: z
    .union([commandList(['curl', '-fsS', 'localhost:8080'], false), plainText('test -e ready')], {
      error: COMMAND,
    })
    .optional()
    .describe('The probe: an argv, or one string for sh -c. Exit 0 is healthy.'),
  health_interval: duration({ from: '1s', to: '1h', example: '30s' })
    .optional()
    .meta({ default: HARNESS_DEFAULTS.health_interval, description: 'Between two probes.' }),
  health_timeout: duration({ from: '100ms', to: '1h', example: '10s' })
    .optional()
    .meta({ default: HARNESS_DEFAULTS.health_timeout, description: 'A longer probe has failed.' }),
  health_failures: wholeNumber(1, 1000)
    .optional()
    .meta({ default: HARNESS_DEFAULTS.health_failures, description: 'Failures in a row.' }),
  health_action: oneOf(ACTIONS)
    .optional()
    .meta({ default: HARNESS_DEFAULTS.health_action, description: 'What is done about it.' }),
  health_start_period: duration({ from: '0s', to: '24h', example: '30s' }).optional().meta({
    default: HARNESS_DEFAULTS.health_start_period,
    description: 'Failures this soon after a start do not count.',
  }),
};
