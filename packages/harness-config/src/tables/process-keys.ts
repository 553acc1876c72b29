import {
  commandList,
  filePath,
  oneOf,
  plainText,
  textList,
  yesOrNo,
} from '@harness/config-text/schema';
import { z } from 'zod';
import { RESTARTS } from './choices.ts';
import { HARNESS_DEFAULTS } from './harness-defaults.ts';
import type { KeySchemas } from './harness-keys.ts';
import { restartDelay } from './restart-delay.ts';

const ENV_FILE = filePath('~/agents/a.env');

/** What runs, where, and what follows its exit. */
export const processKeys: KeySchemas<
  | 'args'
  | 'argv'
  | 'workdir'
  | 'env_file'
  | 'description'
  | 'enabled'
  | 'tty'
  | 'restart'
  | 'restart_delay'
> = {
  args: textList(['-c', 'exec my-agent'], 0)
    .optional()
    .describe("Arguments behind the adapter's executable."),
  argv: commandList(['/usr/bin/my-agent', '--serve'], false)
    .optional()
    .describe('The program and its arguments, without a shell; for harness = "command".'),
  workdir: filePath('~/src/project')
    .optional()
    .describe("Where it runs; ~ is the home, a relative path starts at this file's folder."),
  env_file: z
    .union([ENV_FILE, z.array(ENV_FILE).min(1, { error: 'must not be empty' })], {
      error: 'must be a path or a list of paths such as ["a.env", "b.env"]',
    })
    .optional()
    .describe('Files of NAME=value lines; of several, a later one wins.'),
  description: plainText('Reviews pull requests').optional().describe('For people.'),
  enabled: yesOrNo()
    .optional()
    .meta({ default: HARNESS_DEFAULTS.enabled, description: 'Start with the daemon.' }),
  tty: yesOrNo()
    .optional()
    .describe('A pseudo-terminal instead of pipes; true for agents without a prompt.'),
  restart: oneOf(RESTARTS)
    .optional()
    .describe('What follows an exit; "always", or "no" for a one-shot.'),
  restart_delay: restartDelay().optional().meta({
    default: HARNESS_DEFAULTS.restart_delay,
    description: 'The pause before a restart: seconds, or a duration.',
  }),
};
