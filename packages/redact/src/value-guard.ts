import { evenLength } from './characters.ts';

/** Whether `value` is a mask already, ours or another tool's. */
export function isMasked(value: string): boolean {
  return /^(?:\[REDACTED|\*{2,}|x{3,}$|X{3,}$|<[^<>]*>?$|:[a-z]+:$|\[[A-Za-z ]{4,12}\]?$|\([a-z ]{4,10}\)?$|[^\x20-\x7e]+$|\.{3,}$|-{3,}$|_{3,}$|#{3,}$)/.test(
    value,
  );
}

/** Whether `value` only names a secret that is kept elsewhere: a variable, a template, a path, a call, a vault address. */
export function isReference(value: string): boolean {
  return (
    /^\$(?!(?:1|2[abxy]?|5|6|7|y|gy|argon2id?|argon2[di]|scrypt|pbkdf2[\w-]*)\$)(?:[A-Za-z_{(]|\$|!|@)/.test(
      value,
    ) ||
    /^(?:%[A-Za-z_][A-Za-z0-9_]*%|\{\{|\$?\{|@[\w./~-]+$|!(?:Ref|Sub|GetAtt|vault|secret|env)\b)/.test(
      value,
    ) ||
    /^(?:op|vault|keyring|ssm|secretsmanager|awssm|gcpsm|akv|bw|pass|doppler|infisical|env|file|sops|arn|projects|secrets?|keychain|1password|https?|ref\+\w+|data):/.test(
      value,
    ) ||
    /^(?:ENC\[|AQICAH|vault:v\d)/.test(value) ||
    isPath(value) ||
    isCode(value)
  );
}

/** Whether `value` is no secret because of what it says: an empty word, a type, a state, a small number, a placeholder, a pattern. */
export function isPlain(value: string): boolean {
  return (
    evenLength(value) < 3 ||
    /^[-+]?[\d.,_]{1,7}%?$/.test(value) ||
    WORDS.has(value.toLowerCase().replace(/[.!?,;:)]+$/, '')) ||
    (/^(?:your|my|the|insert|enter|replace|change|put|add|some|example|sample|dummy|fake|placeholder)[-_ ]\w*[-_ \w]*$/i.test(
      value,
    ) &&
      !/\d{3}/.test(value)) ||
    /(?:_here|-here|_goes_here)$/i.test(value) ||
    isPattern(value)
  );
}

/** Whether `value` is a regular expression or a substitution that speaks of secrets. */
export function isPattern(value: string): boolean {
  return /\[\^|\[[Aa0]-[Zz9]|\\[sSdDwWbB](?:[+*{\\\]]|$)|\(\?[:i=!<P]|\.[*+](?:[?)\\$]|$)|[\])][+*]|\{\d+,\d*\}|\\\d\*/.test(
    value,
  );
}

/** Whether `value` is one identifier or plain word: what stands there in code and prose, letters only. */
export function isWordy(value: string): boolean {
  return /^(?:[a-z]+(?:[A-Z][a-z]+)*|(?:[A-Z][a-z]+)+|[A-Z]+|[a-z]+(?:[-_][a-z]+)+|[A-Z]+(?:[-_][A-Z]+)+|_*[a-z]+(?:_[a-z]+)*)[.!?,:]?$/.test(
    value,
  );
}

function isPath(value: string): boolean {
  return (
    (/^(?:~|\.{1,2})?\/[\w@.-]*(?:\/[\w@.-]*)*$/.test(value) &&
      (value.includes('.') || value.length < 40) &&
      !/[A-Za-z0-9]{24}/.test(value)) ||
    /^[A-Za-z]:\\/.test(value)
  );
}

function isCode(value: string): boolean {
  return (
    /^(?:await|async|new|function|return|lambda|yield|typeof|not|if|func|fn)$/.test(value) ||
    /^[A-Za-z_$][\w$]*(?:(?:\.|::|->|\?\.)[A-Za-z_$][\w$]*)*[([]/.test(value) ||
    /^(?:process|os|env|self|this|config|cfg|settings|var|local|data|module|secrets|vars|args|opts|options|params|req|request|res|response|ctx|context|props|state|event|input|user|github|inputs|needs|steps|import)\??(?:\.|->|::)[A-Za-z_]/.test(
      value,
    ) ||
    (/^[A-Za-z_$][A-Za-z_$]*(?:(?:\.|::|->|\?\.)[A-Za-z_$][A-Za-z_$]*)+$/.test(value) &&
      value.split(/\W+/).every(isWordy))
  );
}

const WORDS: ReadonlySet<string> = new Set(
  `true false null none nil undefined unset empty yes no on off ok set unset missing required optional invalid valid
  expired revoked wrong incorrect bad unknown disabled enabled default string str number int integer float bool boolean
  bytes buffer object any never void unknown text char varchar secretstr secretstring option optional redacted removed
  hidden masked filtered censored secret token password passwd passphrase credential credentials key value n/a na tbd
  todo fixme changeme change_me change-me replaceme replace_me placeholder example dummy sample test files systemd
  compat sss must is are was not be the a an and or to for from of in at on as it this that has have can cannot
  should will may please see use using used with without by bearer basic digest token_type refresh access id
  len length count limit type name user username email login file path url uri env prompt stdin keyring store
  generated provided received sent found given needed updated changed created deleted reset rotated accepted rejected
  failed error ok success denied authentication authorization auth *string &str []byte`.split(
    /\s+/,
  ),
);
