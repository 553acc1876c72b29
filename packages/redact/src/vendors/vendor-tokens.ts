import type { TokenRule } from '../rule.ts';
import { aiTokens } from './ai.ts';
import { cloudTokens } from './cloud.ts';
import { codeHostTokens } from './code-hosts.ts';
import { genericTokens } from './generic.ts';
import { messagingTokens } from './messaging.ts';
import { serviceTokens } from './services.ts';

/** Rows that were taken from the same kind of source. */
export interface VendorTable {
  /** Where the formats are described. */
  readonly source: string;
  /** The day on which the rows were last held against it: `YYYY-MM-DD`. */
  readonly reviewed: string;
  readonly rows: readonly TokenRule[];
}

/** The whole vendor table, by where it comes from. */
export const vendorTables: readonly VendorTable[] = [
  {
    source: 'public documentation of model providers, vector stores and agent tools',
    reviewed: '2026-11-30',
    rows: aiTokens,
  },
  {
    source: 'public documentation of code hosts, package registries and build services',
    reviewed: '2026-11-30',
    rows: codeHostTokens,
  },
  {
    source: 'public documentation of clouds, databases, secret stores and networks',
    reviewed: '2026-11-30',
    rows: cloudTokens,
  },
  {
    source: 'public documentation of chat, mail and push services',
    reviewed: '2026-11-30',
    rows: messagingTokens,
  },
  {
    source: 'public documentation of payment, office, monitoring and other hosted services',
    reviewed: '2026-11-30',
    rows: serviceTokens,
  },
  {
    source: 'the words that most vendors of the other tables put into their prefixes',
    reviewed: '2026-11-30',
    rows: genericTokens,
  },
];

/** Every row of {@link vendorTables}. */
export const vendorTokens: readonly TokenRule[] = vendorTables.flatMap(({ rows }) => rows);
