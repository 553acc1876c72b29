import type { TokenRule } from '../rule.ts';
import { aiTokens } from './ai.ts';
import { cloudTokens } from './cloud.ts';
import { codeHostTokens } from './code-hosts.ts';
import { genericTokens } from './generic.ts';
import { messagingTokens } from './messaging.ts';
import { serviceTokens } from './services.ts';

/** The whole vendor table. */
export const vendorTokens: readonly TokenRule[] = [
  ...aiTokens,
  ...codeHostTokens,
  ...cloudTokens,
  ...messagingTokens,
  ...serviceTokens,
  ...genericTokens,
];
