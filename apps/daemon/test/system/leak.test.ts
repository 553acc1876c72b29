import { readdir, readFile, writeFile } from 'node:fs/promises';
import { get } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import {
  got,
  harness,
  hits,
  homes,
  notifyTable,
  type RunningDaemon,
  startDaemon,
  type ThrowawayHome,
  waitFor,
  writeConfig,
  writeScript,
} from '@harness/testkit';
import { afterEach, expect, it } from 'vitest';
import { leaks, PLANTED, type Planted, random } from '../border/planted.ts';
import { QUICK, shell } from './quick.ts';

const newHome = homes(afterEach);

const FROM_FILE: Planted = planted('a value of an env_file', 'quietly-humming-heron-77');
const FROM_DAEMON: Planted = planted(
  "a value of the daemon's environment",
  'loudly-barking-otter-31',
);
const NAMED: Planted = planted('a value that [redact] names', 'softly-falling-maple-55');
const OWN: Planted = planted('what a rule of [redact] masks', '4815162342', 'badge no ');
const LAST: Planted = planted(
  'a password in the last line',
  random(22, 70),
  'login failed: password=',
);
const IN_PROJECT: Planted = planted(
  "a secret in a project's file",
  ['ghp', random(36, 71)].join('_'),
);
const ALL = [...PLANTED, FROM_FILE, FROM_DAEMON, NAMED, OWN, LAST, IN_PROJECT];

const RULES = `[redact]
known = ["ACME_BADGE"]
[[redact.rule]]
id = "badge"
keywords = ["badge"]
pattern = 'badge no (\\d{6,12})'
`;

function planted(kind: string, secret: string, lead = ''): Planted {
  return { kind, line: lead + secret, secrets: [secret] };
}

it('lets no secret out, wherever it comes in', { timeout: 600_000 }, async () => {
  const home = await newHome();
  const hook = await failingHook(home);
  await plant(home, hook);
  const daemon = await startDaemon(home, {
    policy: QUICK,
    env: { SERVICE_PASSWORD: String(FROM_DAEMON.secrets[0]), ACME_BADGE: String(NAMED.secrets[0]) },
  });
  await Promise.all([got(home, 'failed', 'prints'), got(home, 'failed', 'dies')]);
  const shown = await everyAnswer(home);
  await waitFor('every failure is counted', async () => {
    return ((await daemon.log()).match(/notify: hook failed/g)?.length ?? 0) >= 3;
  });
  await daemon.down();
  const places = { ...shown, ...(await everyFile(home, daemon)), ...(await everyHook(home)) };
  const found = Object.entries(places).flatMap(([place, content]) =>
    leaks(content, ALL).map((kind) => `${kind} in ${place}`),
  );
  expect(found).toEqual([]);
  expect(Object.keys(places).length).toBeGreaterThan(20);
  // That they came by and were masked, not that they never came.
  expect(places['harness logs prints']?.match(/\[REDACTED/g)?.length).toBeGreaterThan(
    PLANTED.length,
  );
  expect(places['daemon log']).toMatch(/\[REDACTED\].*hook failed/);
  expect(places['harness up']).toContain('[REDACTED]');
  expect(places['hook 0']).toContain('[REDACTED]');
});

// Records its run as the recording hook does, then fails with secrets on both outputs.
async function failingHook(home: ThrowawayHome): Promise<string> {
  const file = join(home.dir, 'planted-for-hook');
  await writeFile(file, `${ALL.map(({ line }) => line).join('\n')}\n`);
  return await writeScript(
    home.dir,
    'hook',
    `#!/bin/sh\n"${home.hook.path}"\ncat ${file} >&2\nexit 3\n`,
  );
}

async function plant(home: ThrowawayHome, hook: string): Promise<void> {
  const parts = await halves(home);
  const envFile = join(home.dir, 'prints.env');
  await writeFile(envFile, `APP_TOKEN=${FROM_FILE.secrets[0]}\n`);
  const known = 'printf "say %s and %s and %s\\n" "$APP_TOKEN" "$SERVICE_PASSWORD" "$ACME_BADGE"';
  const prints = `${parts}; ${known}; cat ${join(home.dir, 'own')}; echo "$APP_TOKEN is refused"; exit 1`;
  await writeFile(join(home.dir, 'own'), `${OWN.line}\n`);
  await writeFile(join(home.dir, 'last'), LAST.line);
  await writeConfig(
    home,
    RULES +
      notifyTable(home, 'cooldown = "15m"', [hook]) +
      shell('prints', prints, `env_file = ["${envFile}"]`) +
      shell('dies', `cat ${join(home.dir, 'last')}; exit 1`),
  );
  await writeFile(
    join(home.workDir, 'harness.toml'),
    `[harness.x]\nharness = "command"\nargv = ["/bin/true"]\nrestart = "${IN_PROJECT.line}"\n`,
  );
}

/** A script that prints every planted line in two writes, with a colour begun in the middle of what is secret. */
async function halves(home: ThrowawayHome): Promise<string> {
  const commands = PLANTED.map(async ({ line, secrets }, number) => {
    const cut = line.indexOf(String(secrets[0])) + 5;
    const files = [0, 1].map((half) => join(home.dir, `part-${number}-${half}`));
    await writeFile(String(files[0]), line.slice(0, cut));
    await writeFile(String(files[1]), `\u001b[1m${line.slice(cut)}\u001b[0m\n`);
    return `cat ${files[0]}; sleep 0.01; cat ${files[1]}`;
  });
  return (await Promise.all(commands)).join('; ');
}

async function everyAnswer(home: ThrowawayHome): Promise<Record<string, string>> {
  const verbs = [
    ['up', home.workDir],
    ['list'],
    ['list', '--json'],
    ['describe', 'prints'],
    ['describe', 'prints', '--json'],
    ['describe', 'dies', '--json'],
    ['logs', 'prints'],
    ['logs', 'dies'],
    ['doctor', '--notify-test'],
    ['doctor', '--notify-test', '--json'],
    ['notify', 'history', '--json'],
    ['config', 'show', '--json'],
    ['start', String(IN_PROJECT.line)],
  ];
  const answers: Record<string, string> = {};
  for (const args of verbs) {
    const { out, err } = await harness(home, args);
    answers[`harness ${args[0] === 'logs' ? args.join(' ') : args[0]}`] = out + err;
    answers[`harness ${args.join(' ')}`.slice(0, 40)] = out + err;
  }
  answers['GET /v1/harnesses'] = await request(home, '/v1/harnesses');
  answers['GET /v1/notifications'] = await request(home, '/v1/notifications');
  answers['GET /metrics'] = await (
    await fetch(`http://127.0.0.1:${home.metricsPort}/metrics`)
  ).text();
  return answers;
}

async function request(home: ThrowawayHome, path: string): Promise<string> {
  return await new Promise((resolve, reject) => {
    get({ socketPath: join(home.runDir, 'harness.sock'), path }, (response) => {
      text(response).then(resolve, reject);
    }).on('error', reject);
  });
}

async function everyFile(
  home: ThrowawayHome,
  daemon: RunningDaemon,
): Promise<Record<string, string>> {
  const entries = await readdir(home.stateDir, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
  const contents = files.map(async (file) => [file, await readFile(file, 'latin1')] as const);
  return { ...Object.fromEntries(await Promise.all(contents)), 'daemon log': await daemon.log() };
}

async function everyHook(home: ThrowawayHome): Promise<Record<string, string>> {
  const all = await hits(home);
  return Object.fromEntries(
    all.map(({ argv, stdin, env }, index) => [
      `hook ${index}`,
      JSON.stringify({ argv, stdin, env }),
    ]),
  );
}
