/** How sure a name makes us that its value is secret. `password`: a person's choice, any text; `token`: a machine's; `weak`: only a random value counts. */
export type NameStrength = 'password' | 'token' | 'weak';

const QUALIFIED_KEY =
  /(?:api|app|application|access|secret|private|priv|signing|sign|encryption|encrypt|decryption|master|account|client|consumer|service|admin|deploy|webhook|subscription|storage|shared|hmac|jwt|aes|rsa|root|license|auth|security|host|user|recovery|backup|unseal|session|cookie|bearer|publish|write|ingest|license|integration|server|project|webhook|bot|ssh|wg|preshared|pre[-_. ]?shared|tls|ssl)[-_. ]?$/i;
const BENIGN_KEY =
  /(?:public|pub|primary|foreign|sort|partition|cache|hash|range|hot|short|shortcut|object|row|column|unique|index|group|map|dict|lookup|translation|i18n|idempotency|routing|dedupe|message|event|metric|label|tag|config|settings?|registry|storage|blob|s3|file|state|react|item|record|issue|project|ticket|sub|super|arrow|the|turn|mon|don|answer|enter|any|press|escape|function|ctrl|meta|shift|natural|composite|shard|trace|feature|flag|query|search|bucket|publishable)[-_. ]?$/i;

const LAST_WORD =
  /(?:password|passwd|passphrase|passcode|pass|pwd|pw|secret|token|credentials?|authorization|cookie|key|auth|signature|session|sessionid|sessid|sid|private_key_id|secret_key_base|key-data)\d{0,2}$/i;

/** The strength of a whole name, such as a property's; undefined: not a secret's name. */
export function nameStrengthOf(name: string): NameStrength | undefined {
  const word = LAST_WORD.exec(name)?.[0];
  return word === undefined
    ? undefined
    : nameStrength(name.slice(0, -word.length), word.replace(/\d+$/, ''));
}

/** The strength of the name `before + word` in which `word` is its last, secret-sounding part; undefined: not a secret's name. */
export function nameStrength(before: string, word: string): NameStrength | undefined {
  const joined = /[A-Za-z0-9]$/.test(before);
  const camel = joined && /[a-z0-9]$/.test(before) && /^[A-Z]/.test(word);
  const upperGlued = joined && /[A-Z]$/.test(before) && /^[A-Z]+$/.test(word);
  switch (word.toLowerCase()) {
    case 'password':
    case 'passwd':
    case 'passphrase':
    case 'passcode':
      return 'password';
    case 'pass':
    case 'pwd':
    case 'pw':
      return shortPassword(before, word, joined && !camel);
    case 'secret':
    case 'token':
    case 'credential':
    case 'credentials':
    case 'apikey':
    case 'authorization':
    case 'psk':
    case 'private_key_id':
    case 'secret_key_base':
    case 'key-data':
      return 'token';
    case 'sid':
      return /^$|(?:connect|sess(?:ion)?|php|asp|j)[._-]?$/i.test(before) ? 'weak' : undefined;
    case 'sessid':
    case 'sessionid':
      return !joined || camel || /(?:php|asp|j|cf)$/i.test(before) ? 'weak' : undefined;
    case 'key':
      return keyStrength(before, joined && !camel && !upperGlued);
    default:
      return joined && !camel ? undefined : 'weak';
  }
}

function shortPassword(before: string, word: string, glued: boolean): NameStrength | undefined {
  if (!glued) {
    return /^(?:OLD)?$/.test(before) && word === 'PWD' ? undefined : 'password';
  }
  return /(?:db|pg|my|smtp|user|admin|root|redis|mysql|ftp|ldap|ssh)$/i.test(before)
    ? 'password'
    : undefined;
}

function keyStrength(before: string, glued: boolean): NameStrength | undefined {
  if (QUALIFIED_KEY.test(before)) {
    return /(?:storage|project|user|host|session|account|root|service|app|server|write|publish)[-_. ]?$/i.test(
      before,
    )
      ? 'weak'
      : 'token';
  }
  if (BENIGN_KEY.test(before) || glued) {
    return undefined;
  }
  return 'weak';
}
