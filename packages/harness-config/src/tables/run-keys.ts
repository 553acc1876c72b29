import {
  duration,
  filePath,
  oneOf,
  plainText,
  wholeNumber,
  yesOrNo,
} from '@harness/config-text/schema';
import { z } from 'zod';
import { parseSchedule } from '../schedule.ts';
import { OVERLAPS } from './choices.ts';
import { HARNESS_DEFAULTS } from './harness-defaults.ts';
import type { KeySchemas } from './harness-keys.ts';

/** What an agent is asked, and how its runs start and end. */
export const runKeys: KeySchemas<
  | 'prompt'
  | 'prompt_file'
  | 'model'
  | 'auto_accept'
  | 'max_turns'
  | 'timeout'
  | 'on_overlap'
  | 'keep_runs'
  | 'schedule'
  | 'catch_up'
> = {
  prompt: plainText('Review the open pull requests')
    .optional()
    .describe('What the agent is asked: makes the harness a one-shot.'),
  prompt_file: filePath('prompts/review.md')
    .optional()
    .describe('A file that holds the prompt, read at each run.'),
  model: plainText('opus').optional().describe('The model, in the words of the agent.'),
  auto_accept: yesOrNo().optional().meta({
    default: HARNESS_DEFAULTS.auto_accept,
    description: 'Let the agent act without asking.',
  }),
  max_turns: wholeNumber(1, 100_000).optional().describe('The most turns of one run.'),
  timeout: duration({ from: '1s', to: '480h', zero: true, example: '1h' }).optional().meta({
    default: HARNESS_DEFAULTS.timeout,
    description: 'The longest a run may take; 0 is no limit.',
  }),
  on_overlap: oneOf(OVERLAPS).optional().meta({
    default: HARNESS_DEFAULTS.on_overlap,
    description: 'A run that is due while one runs.',
  }),
  keep_runs: wholeNumber(1, 10_000)
    .optional()
    .meta({ default: HARNESS_DEFAULTS.keep_runs, description: 'How many runs are kept.' }),
  schedule: cron().optional().describe('When it runs: five cron fields, CRON_TZ=ZONE before them.'),
  catch_up: yesOrNo()
    .optional()
    .meta({ default: HARNESS_DEFAULTS.catch_up, description: 'Make up for a missed run, once.' }),
};

function cron(): z.ZodType<string> {
  const error = 'must be a cron pattern such as "0 7 * * 1-5"';
  return z.string({ error }).refine((text) => wrongSchedule(text) === undefined, {
    error: ({ input }) => wrongSchedule(String(input)),
  });
}

function wrongSchedule(text: string): string | undefined {
  const reading = parseSchedule(text);
  return reading.kind === 'invalid' ? reading.sentence : undefined;
}
