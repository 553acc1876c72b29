import { describe, expect, it } from 'vitest';
import { createRedactor, redact } from '../src/index.ts';
import { random } from './samples.ts';

const word = `hunter-${random(3, 4)}42`;
const opaque = random(24, 6);
const hash = random(43, 9);

/** Texts with one secret each. */
const secrets: Record<string, [string, string]> = {
  'the words of a command as JSON': [
    `["curl","-sS","-u","admin:${word}","https://x.example/"]`,
    word,
  ],
  'the words of a command in JSON in JSON': [
    JSON.stringify({ message: `spawn ${JSON.stringify(['curl', '-u', `admin:${word}`])}` }),
    word,
  ],
  'a program and its arguments apart': [
    `{"command":"docker","args":["login","-u","ci","-p","${word}","registry.example"]}`,
    word,
  ],
  'a call that starts a program': [`spawn('mysql', ['-uroot', '-p${word}', 'shop'])`, word],
  'bundled options': [`curl -sSfu admin:${word} https://x.example/`, word],
  'the passwords of key stores': [`keytool -genkey -storepass ${word} -alias x`, word],
  'an encoded address in an address': [`GET /in?next=%2Fx%3Ftoken%3D${opaque}%26page%3D2`, opaque],
  'a basic credential with a single padding and no digit': [
    'Authorization: Basic YWRtaW46YWRtaW4=',
    'YWRtaW46YWRtaW4=',
  ],
  'a Redis directive': [`CONFIG SET requirepass ${word}`, word],
  'a password on a command line of htpasswd': [`htpasswd -b .htpasswd admin ${word}`, word],
  'a password piped into sudo': [`echo '${word}' | sudo -S apt update`, word],
  'a password piped into a login': [`echo ${word} | docker login -u me --password-stdin`, word],
  'an Oracle address': [`jdbc:oracle:thin:scott/${word}@//db.example:1521/x`, word],
  'XML attributes': [`<add key="ApiKey" value="${opaque}" />`, opaque],
  'an XML setting': [`<setting name="Password"><value>${word}</value></setting>`, word],
  'a pair in a call': [`requests.get(url, auth=("admin", "${word}"))`, word],
  'a pair in a constructor': [`new UsernamePasswordCredentials("admin", "${word}")`, word],
  'a secret of a cluster by its literal': [
    `kubectl create secret generic x --from-literal=api=${word}`,
    word,
  ],
  'a secret that is put into a vault': [`vault kv put secret/x value=${word}`, word],
  'a variable of an image': [`ENV DB_PASS ${word}`, word],
  'a variable of a shell without equals signs': [`set -gx DB_PASSWORD ${word}`, word],
  'an option behind a slash': [`cmdkey /add:host /user:a /pass:${word}`, word],
  'a secure string': [`ConvertTo-SecureString "${word}" -AsPlainText -Force`, word],
  'an answered prompt for a key': [`Enter passphrase for key '/home/a/k': ${word}`, word],
  'a line of a password file': [`root:$6$saltsalt$${hash}:19000:0:99999:7:::`, hash],
  'a session of PHP': [`PHPSESSID=${opaque}`, opaque],
  'a value one level deeper': [`{"password":{"value":"${word}"}}`, word],
  'a seed phrase': [
    `mnemonic: ${'orbit lantern falcon '.repeat(3)}copper tundra meadow`,
    'orbit lantern falcon',
  ],
};

describe('masks', () => {
  it.each(Object.entries(secrets))('%s', (_name, [text, secret]) => {
    const masked = redact(text);
    expect(masked).not.toContain(secret);
    expect(masked).toContain('[REDACTED]');
    expect(redact(masked)).toBe(masked);
    const redactor = createRedactor();
    expect(`${redactor.write(text)}${redactor.end()}`).toBe(masked);
  });
});

const kept = [
  '2026-11-30T04:57:39.977Z INFO -p finished',
  '["http","-a"] and "login","-p"',
  `curl "https://x.example/" -u "$USER:$PASS"`,
  'next%3D%2Fhome%26page%3D2 max_tokens%3D4096 token%3D%24TOKEN',
  'Authorization: Digest username="me", realm="x", uri="/"',
  'test.auth("login", "failed")',
  '<add key="Retries" value="three" /> <label for="password">Password</label>',
  '{"password":{"value":null},"secret":{"type":"string"}}',
  'kubectl create configmap x --from-literal=mode=debug',
  'cat file | docker login --password-stdin; sqlplus / as sysdba; htpasswd -c file admin',
  'requirepass $REDIS_PASS; ENV PATH /usr/bin; vault kv put secret/x value=@file.txt',
  'GET /token:refresh, the mnemonic is used for the recovery of the wallet',
  'keeps 3 of 4 cases, session 1a2b3c4d5e6f7a8b9c0d, the signature is as before',
];

it.each(kept)('leaves alone %s', (text) => {
  expect(redact(text)).toBe(text);
});

it('still finds a name before a word when it is an option or stands behind an account', () => {
  const value = random(20, 8);
  expect(redact(`run --session ${value}`)).toBe('run --session [REDACTED]');
  expect(redact(`login ci session ${value}`)).toBe('login ci session [REDACTED]');
});

it('finds a token that is glued to the front of long base64', () => {
  const head = `eyJ${random(1500, 3)}`;
  expect(
    redact(`${head}.${random(30, 4)}.${random(30, 5)}.${random(30, 6)}.${random(30, 7)}`),
  ).toBe('[REDACTED]');
});
