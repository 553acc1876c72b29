import { describe, expect, it } from 'vitest';
import { redact } from '../src/index.ts';
import { hex, random } from './samples.ts';

const opaque = random(40, 7);
const password = `tundra-${random(4, 3)}42`;
const jwt = `eyJ${random(30, 2)}.eyJ${random(40, 3)}.${random(43, 4)}`;

const masked: Record<string, [string, string]> = {
  'a password in an address': [
    `fetch https://bob:${password}@git.example/x failed`,
    'fetch https://bob:[REDACTED]@git.example/x failed',
  ],
  'a password with / and @ in an address': [
    'amqp://svc:p@s/w0rd1@mq.example.org:5672',
    'amqp://svc:[REDACTED]@mq.example.org:5672',
  ],
  'a token as the whole userinfo': [
    `git push https://${hex(40)}@gitea.example.com/a/b.git main`,
    'git push https://[REDACTED]@gitea.example.com/a/b.git main',
  ],
  'a query parameter': [
    `GET /v1?api_key=${random(16, 8)}&page=2 403`,
    'GET /v1?api_key=[REDACTED]&page=2 403',
  ],
  'a basic credential': [
    `Authorization: Basic ${random(28, 9)}==`,
    'Authorization: Basic [REDACTED]',
  ],
  'a bearer token behind an equals sign': [
    `authorization=Bearer ${jwt}`,
    'authorization=Bearer [REDACTED]',
  ],
  'JSON fields': [
    `{"access_token":"ya29.${random(24, 5)}","scope":"a b"}`,
    '{"access_token":"[REDACTED]","scope":"a b"}',
  ],
  'a JWT in a sentence': [
    `session ${jwt} (expires in 3600s)`,
    'session [REDACTED] (expires in 3600s)',
  ],
  'a value in quotes with blanks': [
    'passphrase: "falcon orbit lantern 98"',
    'passphrase: "[REDACTED]"',
  ],
  'a value with an escaped quote': [
    `{"password":"ab1\\"cd2ef","user":"svc"}`,
    '{"password":"[REDACTED]","user":"svc"}',
  ],
  'a YAML value of one word': ['password: hunterhunter', 'password: [REDACTED]'],
  'an XML element': [`<password>${password}</password>`, '<password>[REDACTED]</password>'],
  'a header dump': [
    `map[Authorization:[Bearer ${opaque}] Accept:[*/*]]`,
    'map[Authorization:[Bearer [REDACTED]] Accept:[*/*]]',
  ],
  'session cookies alone': [
    `Cookie: theme=dark; session=${opaque}; lang=en`,
    'Cookie: theme=dark; session=[REDACTED]; lang=en',
  ],
  'an option of a known program': [
    `mysqldump -u root -p${password} shop > shop.sql`,
    'mysqldump -u root -p[REDACTED] shop > shop.sql',
  ],
  'a user and password for curl': [
    `curl -fsS -u "admin:${password}" https://example.com/api`,
    'curl -fsS -u "admin:[REDACTED]" https://example.com/api',
  ],
  'a long option': [
    `agent run --api-key ${opaque} --model sonnet`,
    'agent run --api-key [REDACTED] --model sonnet',
  ],
  'a netrc entry': [
    `machine api.example.com login ci password ${password}`,
    'machine api.example.com login ci password [REDACTED]',
  ],
  'a pgpass entry': [
    `db.example.com:5432:app:svc:${password}`,
    'db.example.com:5432:app:svc:[REDACTED]',
  ],
  'a password in prose': [
    `The admin password is ${password} and the port is 8443.`,
    'The admin password is [REDACTED] and the port is 8443.',
  ],
  'a token in colours': [
    `using ghp_${random(18, 1)}\u001b[7m${random(18, 2)}\u001b[0m ok`,
    'using [REDACTED]\u001b[0m ok',
  ],
  'the default of an expansion': [`\${DB_PASSWORD:-${password}}`, `\${DB_PASSWORD:-[REDACTED]}`],
  'a token that the terminal wrapped': [
    `export ANTHROPIC_API_KEY=sk-ant-api03-${random(60, 1)}\n${random(30, 2)}0aA\n$ claude`,
    'export ANTHROPIC_API_KEY=[REDACTED]\n[REDACTED]\n$ claude',
  ],
  'an AWS secret near its key id': [`AKIA${'QX7F'.repeat(4)} ${opaque}`, '[REDACTED] [REDACTED]'],
};

describe('masks', () => {
  it.each(Object.entries(masked))('%s', (_name, [text, expected]) => {
    expect(redact(text)).toBe(expected);
  });
});

describe('masks the body of a private key', () => {
  const body = [random(64, 1), random(64, 2), `${random(20, 3)}==`];
  const lines = ['-----BEGIN PRIVATE KEY-----', ...body, '-----END PRIVATE KEY-----'];
  const frames: Record<string, (line: string, index: number) => string> = {
    'as it is': (line) => line,
    'in a frame': (line) => `│ ${line.padEnd(70)} │`,
    'in a diff': (line) => `+${line}`,
    'with line numbers': (line, index) => `     ${index + 1}→${line}`,
    indented: (line) => `     ${line}`,
    'behind file names': (line, index) => `key.pem:${index + 1}:${line}`,
    quoted: (line) => `> ${line}`,
    'behind a clock': (line) => `2026-09-25T20:15:16Z ${line}`,
    'with carriage returns': (line) => `${line}\r`,
  };
  it.each(Object.entries(frames))('%s', (_name, frame) => {
    const out = redact(['before', ...lines.map(frame), 'and after it'].join('\n'));
    for (const part of body) {
      expect(out).not.toContain(part.slice(0, 12));
    }
    expect(out).toContain('-----BEGIN PRIVATE KEY-----');
    expect(out).toContain('and after it');
  });

  it('on one line with escaped line ends, at any depth', () => {
    for (const newline of ['\\n', '\\\\n']) {
      const out = redact(`{"key":"${lines.join(newline)}","ok":true}`);
      expect(out).toBe(
        `{"key":"${[lines[0], ...body.map(() => '[REDACTED]'), lines.at(-1)].join(newline)}","ok":true}`,
      );
    }
  });

  it('without an end, up to the first line that is no body', () => {
    expect(redact([...lines.slice(0, 3), '… +20 lines', 'go test ./...'].join('\n'))).toBe(
      '-----BEGIN PRIVATE KEY-----\n[REDACTED]\n[REDACTED]\n… +20 lines\ngo test ./...',
    );
  });
});

const kept = [
  `commit ${hex(40)}`,
  'token count: 12, pass=1, max_tokens=4096',
  `curl -H "Authorization: token $GITEA_TOKEN" https://gitea.example.com/`,
  `PASSWORD="\${DB_PASSWORD:?must be set}" API_KEY=\`cat key.txt\` TOKEN=$(pass show x)`,
  `password: \${{ secrets.REGISTRY_PASSWORD }}`,
  'client = Client(api_key=api_key, token=token, password=password)',
  'interface Login { user: string; password: string; token?: string }',
  'api_key = os.environ["OPENAI_API_KEY"]',
  `integrity sha512-${random(86, 1)}==`,
  `<img src="data:image/png;base64,iVBORw0KGgo${random(400, 2)}">`,
  `ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI${random(43, 3)} agent@box`,
  'export ANTHROPIC_API_KEY=<your-api-key> OPENAI_API_KEY=YOUR_API_KEY_HERE',
  'const re = /gh[pousr]_[A-Za-z0-9]{36,}/g; AKIA[0-9A-Z]{16}',
  'task-abcdefghijklmnopqrstuvwxyz0123456789 <div class="sk-fading-circle-animation-container">',
  'https://acme@dev.example.com/acme/proj/_git/app git@github.com:acme/app.git',
  'Error: You must be logged in to use Remote Control.',
  'Invalid CSRF token: please reload the page',
  '"password": null, "token": true, "secret": 12',
  'PWD=/home/agent OLDPWD=/home/agent/app',
];

describe('leaves alone', () => {
  it.each(kept)('%s', (text) => {
    expect(redact(text)).toBe(text);
  });
});

it('keeps a mask that stands already, ours or another tool’s', () => {
  for (const text of [
    'TOKEN=[REDACTED] tea pr list',
    'password=*** user=svc',
    'https://ci:[REDACTED]@git.example.com/a.git',
    'Authorization: Bearer <redacted>',
  ]) {
    expect(redact(text)).toBe(text);
  }
});
