/** A short option that takes a secret. */
export interface Option {
  readonly names: readonly string[];
  /** The value may be glued to the option, as in `-psecret`. */
  readonly glued?: boolean;
  /** Other one-letter options may stand before the letter in the same word, as in `-sSu`. */
  readonly bundled?: boolean;
  /** The secret is what follows this in the value; absent: the whole value. */
  readonly after?: string;
}

const userPassword: Option = {
  names: ['-u', '-U', '--user', '--proxy-user'],
  glued: true,
  bundled: true,
  after: ':',
};
const httpie: Option = { names: ['-a', '--auth'], after: ':' };
const glued: Option = { names: ['-p'], glued: true };
const plain: Option = { names: ['-p', '--password', '--pass'] };
const upper: Option = { names: ['-P'] };
const bind: Option = { names: ['-w'] };
const samba: Option = { names: ['-U', '--user'], after: '%' };
const snmp: Option = { names: ['-A', '-X', '-c'] };
const store: Option = { names: ['-storepass', '-keypass', '-srcstorepass', '-deststorepass'] };
const archive: Option = { names: ['-p', '-hp'], glued: true };

/** The programs whose options are known, in lower case. Source: their manuals, reviewed 2026-11. */
export const programs: ReadonlyMap<string, Option> = new Map([
  ['curl', userPassword],
  ['curl.exe', userPassword],
  ['http', httpie],
  ['https', httpie],
  ['xh', httpie],
  ['mysql', glued],
  ['mysqldump', glued],
  ['mysqladmin', glued],
  ['mysqlimport', glued],
  ['mariadb', glued],
  ['mariadb-dump', glued],
  ['sshpass', glued],
  ['login', plain],
  ['mongo', plain],
  ['mongosh', plain],
  ['mongodump', plain],
  ['mongorestore', plain],
  ['cqlsh', plain],
  ['rabbitmqadmin', plain],
  ['redis-cli', { names: ['-a', '--pass'] }],
  ['ldapsearch', bind],
  ['ldapadd', bind],
  ['ldapmodify', bind],
  ['ldapdelete', bind],
  ['ldapwhoami', bind],
  ['smbclient', samba],
  ['rpcclient', samba],
  ['lftp', { names: ['-u', '--user'], after: ',' }],
  ['snmpget', snmp],
  ['snmpwalk', snmp],
  ['snmpset', snmp],
  ['ipmitool', upper],
  ['mosquitto_pub', upper],
  ['mosquitto_sub', upper],
  ['sqlcmd', upper],
  ['bcp', upper],
  ['unzip', upper],
  ['zip', upper],
  ['ssh-keygen', { names: ['-N', '-P'] }],
  ['keytool', store],
  ['jarsigner', store],
  ['7z', glued],
  ['7za', glued],
  ['rar', archive],
  ['unrar', archive],
]);
