/** Credentials of many kinds, made at run time: scanners of repositories take them for real ones. */

const LETTERS = 'Ab3dEf9hIjKlMnOpQrStUvWxYz0123456789qRsTuVwXyZaBcDeFgHiJkLmNoP';

/** `length` characters that look random, other ones for each `seed`. */
export function random(length: number, seed: number): string {
  let out = '';
  for (let at = 0; at < length; at += 1) {
    out += LETTERS.charAt((at * at * 7 + at * 13 + seed * 17) % LETTERS.length);
  }
  return out;
}

/** @property line - What a program prints. @property secrets - What of it nobody may see. */
export interface Planted {
  readonly kind: string;
  readonly line: string;
  readonly secrets: readonly string[];
}

function planted(kind: string, line: (secret: string) => string, secret: string): Planted {
  return { kind, line: line(secret), secrets: [secret] };
}

const glued = (...parts: string[]): string => parts.join('');

/** One of each kind, on a line of its own. */
export const PLANTED: readonly Planted[] = [
  planted('a GitHub token', (it) => `pushing with ${it}`, glued('ghp', '_', random(36, 1))),
  planted(
    'an Anthropic key',
    (it) => `x-api-key: ${it}`,
    glued('sk-', 'ant-api03-', random(93, 2), 'AA'),
  ),
  planted('a GitLab token', (it) => `using ${it} for it`, glued('glpat', '-', random(20, 3))),
  planted(
    'an npm token',
    (it) => `//registry.example/:_authToken=${it}`,
    glued('npm', '_', random(36, 4)),
  ),
  planted(
    'a Slack token',
    (it) => `slack says no to ${it}`,
    glued('xoxb', '-123456789012-123456789012-', random(24, 5)),
  ),
  planted('a Stripe key', (it) => `charge failed (${it})`, glued('sk', '_live_', random(24, 6))),
  planted(
    'a JSON Web Token',
    (it) => `cookie: session=${it}`,
    glued('eyJhbGciOiJIUzI1NiJ9', '.eyJzdWIiOiIxMjM0NTY3ODkwIn0.', random(43, 7)),
  ),
  planted(
    'basic authorization',
    (it) => `Authorization: Basic ${it}`,
    Buffer.from(`bob:${random(14, 8)}`).toString('base64'),
  ),
  planted('a bearer token', (it) => `authorization=Bearer ${it}`, random(40, 9)),
  planted(
    'a password in an address',
    (it) => `fetch https://bob:${it}@git.example/x failed`,
    random(16, 10),
  ),
  planted('a query parameter', (it) => `GET /v1?api_key=${it}&page=2 403`, random(24, 11)),
  planted('a JSON field', (it) => `{"access_token":"${it}","scope":"a b"}`, random(30, 12)),
  planted('an assignment', (it) => `export DB_PASSWORD="${it}"`, random(18, 13)),
  planted('a command line', (it) => `+ curl -u admin:${it} https://x.example`, random(15, 14)),
  { kind: 'a private key', ...privateKey(15) },
];

/** A private key on lines of its own. */
export function privateKey(seed: number): Pick<Planted, 'line' | 'secrets'> {
  const secrets = Array.from({ length: 6 }, (_, line) => random(64, seed + line));
  const name = glued('PRIVATE', ' KEY');
  return {
    secrets,
    line: [`-----BEGIN ${name}-----`, ...secrets, `-----END ${name}-----`].join('\n'),
  };
}

/** Which secrets a text holds, or a good part of: none may be left. */
export function leaks(text: string, all: readonly Planted[] = PLANTED): readonly string[] {
  return all
    .filter(({ secrets }) =>
      secrets.some((secret) => {
        const size = Math.min(12, secret.length);
        for (let at = 0; at + size <= secret.length; at += 4) {
          if (text.includes(secret.slice(at, at + size))) {
            return true;
          }
        }
        return false;
      }),
    )
    .map(({ kind }) => kind);
}
