import type { ContextRule } from '../rule.ts';
import { assignment, weakAssignment } from './assignment.ts';
import { command } from './command.ts';
import { cookie } from './cookie.ts';
import { encodedQuery } from './encoded-query.ts';
import { authorization, bareScheme, namedHeader } from './header.ts';
import { jwt } from './jwt.ts';
import { pgpass } from './pgpass.ts';
import { phrases } from './phrases.ts';
import { prompt, sqlPassword } from './prose.ts';
import { query } from './query.ts';
import { userinfo } from './userinfo.ts';

/** Every rule that reads the surroundings of a keyword. */
export const contextRules: readonly ContextRule[] = [
  assignment,
  weakAssignment,
  authorization,
  bareScheme,
  namedHeader,
  cookie,
  userinfo,
  command,
  jwt,
  pgpass,
  prompt,
  sqlPassword,
  query,
  encodedQuery,
  ...phrases,
];
