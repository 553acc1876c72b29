import { plainText, textList } from '@harness/config-text/schema';
import { z } from 'zod';
import { isName, NAME_PATTERN, NAME_RULE } from '../names.ts';

/** A `[[redact.rule]]` as it is written, once its shape has been checked. */
export interface RedactRule {
  id: string;
  keywords: string[];
  pattern: string;
  label?: string | undefined;
}

/** The `[redact]` table as it is written, once its shape has been checked. */
export interface RedactTable {
  rule?: RedactRule[] | undefined;
  allow?: string[] | undefined;
  disable?: string[] | undefined;
  known?: string[] | undefined;
}

const LONGEST_PATTERN = 512;
const MOST_RULES = 64;
const VARIABLE = 'must be the name of a variable such as "ACME_TOKEN", not its value';
const KEYWORD = 'must be at least 3 characters: it is looked for in every line';

const rule: z.ZodType<RedactRule> = z.strictObject(
  {
    id: z
      .string({ error: `must be a name: it ${NAME_RULE}` })
      .refine(isName, { error: NAME_RULE })
      .meta({ pattern: NAME_PATTERN, description: 'The name of the rule.' }),
    keywords: z
      .array(z.string({ error: 'must be a string' }).min(3, { error: KEYWORD }), {
        error: 'must be a list of strings such as ["acme_"]',
      })
      .min(1, { error: 'must hold at least one keyword, such as ["acme_"]' })
      .describe('Literals of which a line must hold one before the pattern is tried.'),
    pattern: plainText('acme_[A-Za-z0-9]{20,40}')
      .refine((text) => text.length <= LONGEST_PATTERN, {
        error: `must be at most ${LONGEST_PATTERN} characters`,
      })
      .describe('A regular expression of what is masked.'),
    label: plainText('acme-token')
      .optional()
      .describe('What stands in the mask; the id when left out.'),
  },
  { error: 'must be a table: write [[redact.rule]] on a line of its own' },
);

/** The schema of the `[redact]` table. Whether a pattern is safe to run is for the redactor to say. */
export const redactTable: z.ZodType<RedactTable> = z.strictObject(
  {
    rule: z
      .array(rule, { error: 'must be a list of tables: write [[redact.rule]]' })
      .max(MOST_RULES, { error: `must hold at most ${MOST_RULES} rules` })
      .optional()
      .describe('Rules of your own.'),
    allow: textList(['AKIAIOSFODNN7EXAMPLE'], 0)
      .optional()
      .describe('Strings that are never masked.'),
    disable: textList(['acme-token'], 0).optional().describe('Rules that are left out, by id.'),
    known: z
      .array(z.string({ error: VARIABLE }).regex(/^[A-Za-z_][A-Za-z0-9_]*$/, { error: VARIABLE }), {
        error: 'must be a list of names of variables such as ["ACME_TOKEN"]',
      })
      .optional()
      .describe("Variables of the daemon's environment whose values are masked."),
  },
  { error: 'must be a table: write [redact] on a line of its own' },
);
