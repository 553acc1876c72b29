import { oneOf } from '@harness/config-text/schema';
import { z } from 'zod';
import { ADAPTERS } from '../adapters.ts';
import { guardKeys } from './guard-keys.ts';
import type { HarnessKey, HarnessTable, KeySchemas } from './harness-keys.ts';
import { healthKeys } from './health-keys.ts';
import { processKeys } from './process-keys.ts';
import { runKeys } from './run-keys.ts';

/** The schema of each key of `[harness.<name>]`. */
export const harnessKeys: KeySchemas<HarnessKey> = {
  harness: oneOf(ADAPTERS).describe('The adapter: which program runs, which transcript it writes.'),
  ...processKeys,
  ...runKeys,
  ...guardKeys,
  ...healthKeys,
};

/** The schema of one `[harness.<name>]` table. */
export const harnessTable: z.ZodType<HarnessTable> = z.strictObject(harnessKeys, {
  error: 'must be a table: write [harness.NAME] on a line of its own',
});
