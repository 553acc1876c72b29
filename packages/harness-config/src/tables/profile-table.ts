import { textList, yesOrNo } from '@harness/config-text/schema';
import { z } from 'zod';

/** A `[profile.<name>]` table as it is written, once it has been checked. */
export interface ProfileTable {
  harnesses: string[];
  autostart?: boolean | undefined;
}

/** What keys of `[profile.<name>]` are when they are left out. */
export const PROFILE_DEFAULTS = { autostart: false } as const;

/** The schema of one `[profile.<name>]` table. */
export const profileTable: z.ZodType<ProfileTable> = z.strictObject(
  {
    harnesses: textList(['reviewer', 'builder'], 1).describe('The harnesses of the profile.'),
    autostart: yesOrNo().optional().meta({
      default: PROFILE_DEFAULTS.autostart,
      description: 'Start its harnesses with the daemon.',
    }),
  },
  { error: 'must be a table: write [profile.NAME] on a line of its own' },
);
