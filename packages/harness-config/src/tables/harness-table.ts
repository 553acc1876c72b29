import { oneOf } from '@harness/config-text/schema';
import { z } from 'zod';
import { ADAPTERS } from '../adapters.ts';
import { guardKeys } from './guard-keys.ts';
import type { HarnessTable } from './harness-keys.ts';
import { healthKeys } from './health-keys.ts';
import { processKeys } from './process-keys.ts';
import { runKeys } from './run-keys.ts';

/** The schema of one `[harness.<name>]` table. */
export const harnessTable: z.ZodType<HarnessTable> = z.strictObject(
  {
    harness: oneOf(ADAPTERS).describe(
      'The adapter: which program runs, which transcript it writes.',
    ),
    ...processKeys,
    ...runKeys,
    ...guardKeys,
    ...healthKeys,
  },
  { error: 'must be a table: write [harness.NAME] on a line of its own' },
);
