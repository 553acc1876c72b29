import { plainText, textList } from '@harness/config-text/schema';
import { z } from 'zod';

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

const MOST_RULES = 64;
const VARIABLE = 'must be the name of a variable such as "ACME_TOKEN", not its value';

/** Types alone: whether a rule can be run is for the redactor to say. */
const rule: z.ZodType<RedactRule> = z.strictObject(
  {
    id: plainText('acme-token').describe('The name of the rule.'),
    keywords: textList(['acme_'], 1).describe(
      'Literals of which a line must hold one before the pattern is tried.',
    ),
    pattern: plainText('acme_[A-Za-z0-9]{20,40}').describe(
      'A regular expression of what is masked.',
    ),
    label: plainText('acme-token')
      .optional()
      .describe('What stands in the mask, `[REDACTED:label]`; `[REDACTED]` when left out.'),
  },
  { error: 'must be a table: write [[redact.rule]] on a line of its own' },
);

/** The schema of the `[redact]` table. */
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
