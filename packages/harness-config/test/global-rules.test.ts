import { describe, expect, it } from 'vitest';
import { autostarted } from '../src/index.ts';
import { linesOf, load } from './config-text.ts';

describe('an empty file', () => {
  it('is a configuration of defaults', () => {
    expect(load('').config).toEqual({
      harnesses: [],
      profiles: [],
      server: { metricsListen: { host: '127.0.0.1', port: 10229 }, board: true },
      daemon: { watchConfig: true, logLevel: 'info' },
      redact: { rules: [], allow: [], disable: [], known: [] },
    });
  });
});

describe('the server', () => {
  it.each([
    ['metrics_listen = "off"', undefined],
    ['metrics_listen = "127.0.0.1:0"', { host: '127.0.0.1', port: 0 }],
    ['metrics_listen = "127.8.8.8:80"', { host: '127.8.8.8', port: 80 }],
    ['metrics_listen = "localhost:80"', { host: 'localhost', port: 80 }],
    ['metrics_listen = "[::1]:80"', { host: '::1', port: 80 }],
    ['metrics_listen = "0.0.0.0:80"\nmetrics_token_file = "t"', { host: '0.0.0.0', port: 80 }],
  ])('with %j listens on %j', (lines, listen) => {
    expect(load(`[server]\n${lines}\n`).config.server.metricsListen).toEqual(listen);
  });

  it.each([
    'metrics_listen = "0.0.0.0:80"',
    'metrics_listen = "[::]:80"',
    'metrics_listen = "192.168.1.2:80"',
    'metrics_listen = "example.org:80"',
    'metrics_listen = "127.1:80"',
  ])('with %j asks for a token', (line) => {
    expect(linesOf(`[server]\n${line}\n`)).toEqual([
      expect.stringMatching(/2:18: server\.metrics_listen = .*metrics_token_file/),
    ]);
  });

  it.each([
    ':80',
    '80',
    '127.0.0.1',
    '127.0.0.1:',
    '127.0.0.1:65536',
    '::1:80',
    '[x]:80',
    'http://a:80',
    'OFF',
    '',
  ])('cannot listen on %j', (text) => {
    expect(linesOf(`[server]\nmetrics_listen = "${text}"\n`)).toEqual([
      expect.stringMatching(/must be HOST:PORT such as "127\.0\.0\.1:10229", or "off"/),
    ]);
  });

  it('resolves its paths', () => {
    const text = '[server]\nmetrics_token_file = "~/t"\nboard = false\n';
    expect(load(text).config.server).toMatchObject({
      metricsTokenFile: '/home/me/t',
      board: false,
    });
  });
});

describe('the daemon', () => {
  it('has a heartbeat when it is given one', () => {
    const text =
      '[daemon]\nwatch_config = false\nlog_level = "debug"\nheartbeat_cmd = ["/bin/beat"]\n';
    expect(load(text).config.daemon).toEqual({
      watchConfig: false,
      logLevel: 'debug',
      heartbeat: { argv: ['/bin/beat'], intervalMs: 60_000 },
    });
  });

  it.each([
    ['heartbeat_interval = "1m"', /2:1: daemon\.heartbeat_interval needs heartbeat_cmd/],
    ['heartbeat_cmd = ["beat"]', /must be an absolute path/],
    ['heartbeat_cmd = ["/b"]\nheartbeat_interval = "9s"', /from 10s to 1h/],
    ['log_level = "verbose"', /must be one of "trace", "debug"/],
    ['watch = true', /unknown key "watch" in \[daemon\]/],
  ])('with %j is refused', (lines, expected) => {
    expect(linesOf(`[daemon]\n${lines}\n`)).toEqual([expect.stringMatching(expected)]);
  });
});

describe('a profile', () => {
  const harnesses =
    '[harness.one]\nharness = "generic"\nenabled = true\n[harness.two]\nharness = "generic"\n';

  it('starts its harnesses with the daemon when it says so', () => {
    const off = load(`${harnesses}[profile.p]\nharnesses = ["two"]\n`).config;
    const on = load(`${harnesses}[profile.p]\nharnesses = ["two"]\nautostart = true\n`).config;
    expect([...autostarted(off)]).toEqual(['one']);
    expect([...autostarted(on)]).toEqual(['one', 'two']);
  });

  it.each([
    [
      'harnesses = ["twoo"]',
      /7:14: profile\.p\.harnesses\[0\] = "twoo": is no harness; did you mean "two"\?/,
    ],
    ['harnesses = ["one", "one"]', /is listed already/],
    ['harnesses = []', /must not be empty/],
    ['', /profile\.p\.harnesses is missing/],
    ['harnesses = "one"', /must be a list of strings/],
  ])('with %j is refused', (lines, expected) => {
    expect(linesOf(`${harnesses}[profile.p]\n${lines}\n`)).toEqual([
      expect.stringMatching(expected),
    ]);
  });

  it('has a name by the rule of harnesses', () => {
    expect(linesOf(`${harnesses}[profile."a b"]\nharnesses = ["one"]\n`)).toEqual([
      expect.stringMatching(/the profile name "a b" must be/),
    ]);
  });
});

describe('redaction', () => {
  const rule = '[[redact.rule]]\nid = "acme"\nkeywords = ["acme_"]\npattern = "acme_[a-z]+"\n';

  it('has rules of your own', () => {
    const text = `[redact]\nallow = ["x"]\ndisable = ["anthropic-key"]\nknown = ["ACME_TOKEN"]\n${rule}label = "acme-token"\n`;
    expect(load(text).config.redact).toEqual({
      rules: [{ id: 'acme', keywords: ['acme_'], pattern: 'acme_[a-z]+', label: 'acme-token' }],
      allow: ['x'],
      disable: ['anthropic-key'],
      known: ['ACME_TOKEN'],
    });
  });

  it.each([
    [`${rule}${rule}`, /6:6: redact\.rule\[1\]\.id = "acme": names an earlier rule/],
    [rule.replace('"acme"', '"Acme Key"'), /2:6: redact\.rule\[0\]\.id does not do: id must be/],
    [
      rule.replace('["acme_"]', '["ac"]'),
      /3:12: redact\.rule\[0\]\.keywords does not do: keyword "ac"/,
    ],
    [rule.replace('["acme_"]', '[]'), /redact\.rule\[0\]\.keywords = \[\]: must not be empty/],
    [`${rule}label = "a b"\n`, /5:9: redact\.rule\[0\]\.label does not do: label must be/],
    [rule.replace('id = "acme"\n', ''), /redact\.rule\[0\]\.id is missing/],
    [rule.replace('acme_[a-z]+', 'x'.repeat(513)), /4:11: .*at most 512/],
    [rule.replace('acme_[a-z]+', '(a+)+'), /4:11: redact\.rule\[0\]\.pattern does not do/],
    [rule.replace('acme_[a-z]+', '(a'), /4:11: redact\.rule\[0\]\.pattern does not do/],
    [
      '[redact]\ndisable = ["antropic-key"]\n',
      /is no rule of the redactor; did you mean "anthropic-key"\?/,
    ],
    ['[redact]\nknown = ["a=b"]\n', /must be the name of a variable/],
    ['[redact]\nrule = 3\n', /must be a list of tables/],
    [
      Array.from({ length: 65 }, (_, index) => rule.replace('"acme"', `"r${index}"`)).join(''),
      /at most 64 rules/,
    ],
  ])('refuses %j', (text, expected) => {
    expect(linesOf(text)).toEqual([expect.stringMatching(expected)]);
  });
});

describe('a table', () => {
  it.each([
    ['[notfiy]', /1:2: unknown table "notfiy"; did you mean "notify"\?/],
    ['[sever]', /did you mean "server"\?/],
    ['[signal]', /1:2: signal is not supported/],
    [
      '[zebra]',
      /unknown table "zebra"; known are notify, harness, profile, daemon, server, redact/,
    ],
    ['[__proto__]', /unknown table "__proto__"/],
    ['zebra = 1', /1:1: unknown key "zebra"/],
    ['harness = 1', /must hold a table for each harness/],
    ['[harness]\ntty = true', /must be a table: write \[harness\.NAME\]/],
    ['[[harness.a]]\nharness = "generic"', /must be a table.*not a list/],
    ['server = "x"', /must be a table: write \[server\]/],
  ])('%j is refused', (text, expected) => {
    expect(linesOf(`${text}\n`)).toEqual([expect.stringMatching(expected)]);
  });
});
