import type { TokenRule } from '../rule.ts';

const RANDOM_TAIL = '[A-Za-z0-9]{20}';

/** Tokens of services that the table does not know, by the words that most of them put into their prefix. */
export const genericTokens: readonly TokenRule[] = [
  {
    id: 'prefixed-token',
    prefixes: [
      '_live_',
      '_prod_',
      '_production_',
      '_sandbox_',
      '_secret_',
      '_token_',
      '_pat_',
      '_apikey_',
      '_api_',
      '_key_',
      '_sk_',
      '_sat_',
      '_pwd_',
    ],
    head: '[A-Za-z][A-Za-z0-9]{1,15}',
    tail: RANDOM_TAIL,
    look: 'digit',
    except: '^(?:pk|pub)',
  },
  {
    id: 'prefixed-token',
    prefixes: [
      '-live-',
      '-prod-',
      '-secret-',
      '-token-',
      '-pat-',
      '-apikey-',
      '-api-',
      '-key-',
      '-sk-',
    ],
    head: '[A-Za-z][A-Za-z0-9]{1,15}',
    tail: '[A-Za-z0-9]{24}',
    look: 'mixed',
    except: '^(?:pk|pub)',
  },
];
