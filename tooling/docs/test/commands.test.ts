import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import {
  notifyTable,
  type RunningDaemon,
  startDaemon,
  type ThrowawayHome,
  throwawayHome,
  waitFor,
  writeConfig,
} from '@harness/testkit';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { Console } from '../../../apps/cli/src/console.ts';
import { withHelpOfVerb } from '../../../apps/cli/src/help-of-verb.ts';
import { type Parsed, parseWellFormed } from '../../../apps/cli/src/parse-well-formed.ts';
import { parseWithHelp } from '../../../apps/cli/src/parse-with-help.ts';
import { GROUPS, VERBS } from '../../../apps/cli/src/verb-table.ts';
import { DOCUMENTS, ofType } from './documents.ts';
import { type HarnessCommand, harnessCommands } from './shell-commands.ts';

/** Verbs that are read and not run, and why. */
const NOT_RUN: Readonly<Record<string, string>> = {
  daemon: 'stays in the foreground: the daemon of this test is it',
  'daemon run': 'the same',
  'service install': 'changes the services of this machine',
  'service uninstall': 'changes the services of this machine',
  'service status': 'asks for the services of this machine',
};

/** The same, whatever the verb: it changes the machine for everybody. */
const AS_ROOT = /^sudo /;

/** What a document names and this machine does not have. */
const INSTEAD: readonly (readonly [string, (home: ThrowawayHome) => string])[] = [
  ['/run/user/1000', ({ runDir }) => runDir],
];

/** Verbs that change nothing for each other: they are run side by side. */
const LOOKING =
  /^(?:list|describe|runs|logs|doctor|notify|config|help|completion|open|daemon status|reload)\b/;

/** What puts right what a verb has changed for the commands after it. */
const UNDO: Readonly<Record<string, (args: readonly string[]) => readonly string[]>> = {
  stop: (names) => ['start', ...names],
  down: (folders) => ['up', ...folders],
};

const commands = harnessCommands();
const readings = commands.map((command) => ({ ...command, parsed: parse(command.argv) }));
const runnable = onePerLine(readings.filter(isRunnable));
const last = runnable.filter(({ parsed }) => parsed.spec.path === 'daemon stop');
const changing = runnable.filter((one) => !looksOnly(one) && !last.includes(one));

it('finds commands in all documents that should have some', () => {
  const files = new Set(commands.map(({ file }) => file));
  expect([...files]).toEqual(
    expect.arrayContaining([
      'README.md',
      'docs/concepts.md',
      'docs/deploy.md',
      'docs/events/failed.md',
    ]),
  );
  expect(runnable.length).toBeGreaterThan(30);
});

it('names only verbs and options that there are', () => {
  expect(readings.filter(({ parsed }) => parsed === 'misused')).toEqual([]);
});

it('names only verbs that there are between the lines too', () => {
  const first = new Set([...VERBS.map(({ path }) => path.split(' ')[0]), ...Object.keys(GROUPS)]);
  const spans = DOCUMENTS.flatMap(({ file, tokens }) =>
    ofType(tokens, 'codespan').map(({ text }) => ({ file, text })),
  ).filter(({ text }) => /^harness [a-z]/.test(text));
  expect(spans.length).toBeGreaterThan(30);
  expect(spans.filter(({ text }) => !first.has(text.split(' ')[1]))).toEqual([]);
});

describe('a command of the documents', () => {
  let home: ThrowawayHome;
  let daemon: RunningDaemon;
  let folder: string;

  beforeAll(async () => {
    home = await throwawayHome({ PATH: pathWith(inCheckout('bin'), inCheckout('agents')) });
    folder = await projectFolder(home);
    await writeConfig(home, configurationFor(home, runnable));
    daemon = await startDaemon(home, { command: [inCheckout('bin/harness')] });
    await run('harness up');
    for (const name of namesOf(runnable).oneShots) {
      await run(`harness trigger ${name} --wait`);
    }
    await waitFor('its harnesses have printed something', async () => {
      const { stdout } = await run('harness list --json');
      const { harnesses }: { harnesses: { state: string }[] } = JSON.parse(stdout);
      return harnesses.every(({ state }) => state === 'running' || state === 'stopped');
    });
  });

  afterAll(async () => {
    await daemon[Symbol.asyncDispose]();
    await home[Symbol.asyncDispose]();
  });

  describe('that changes something', () => {
    it.each(changing)('works: $line ($file)', works);
  });

  describe('that looks', () => {
    it.concurrent.each(runnable.filter(looksOnly))('works: $line ($file)', works);
  });

  describe('that ends the daemon', () => {
    it.each(last)('works: $line ($file)', works);
  });

  async function works({ line, parsed }: Runnable): Promise<void> {
    const { exitCode, all } = parsed.options['follow'] ? await follow(line) : await run(line);
    expect([line, exitCode, all]).toEqual([line, 0, expect.any(String)]);
    const undo = UNDO[parsed.spec.path];
    if (undo !== undefined) {
      await run(['harness', ...undo(parsed.args)].join(' '));
    }
  }

  async function run(line: string) {
    return await execa('sh', ['-c', here(line)], settings());
  }

  /** Until it has shown something. */
  async function follow(line: string) {
    const child = execa('sh', ['-c', `exec ${here(line)}`], settings());
    child.stdout.once('data', () => child.kill('SIGTERM'));
    return await child;
  }

  function here(line: string): string {
    return INSTEAD.reduce((text, [there, make]) => text.replaceAll(there, make(home)), line);
  }

  function settings() {
    return { cwd: folder, env: home.env, extendEnv: false, reject: false, all: true } as const;
  }
});

type Reading = HarnessCommand & { readonly parsed: Parsed | 'help' | 'misused' };
type Runnable = HarnessCommand & { readonly parsed: Parsed };

/** As the command line itself reads it. */
function parse(argv: readonly string[]): Reading['parsed'] {
  const words = withHelpOfVerb(argv);
  const quick = parseWellFormed(words);
  if (quick !== undefined) {
    return quick;
  }
  const full = parseWithHelp(words, silent());
  if (full.kind === 'call') {
    return full.parsed;
  }
  return full.code === 0 ? 'help' : 'misused';
}

function isRunnable(reading: Reading): reading is Runnable {
  const { parsed, line } = reading;
  return typeof parsed === 'object' && !AS_ROOT.test(line) && !(parsed.spec.path in NOT_RUN);
}

/** In a checkout or on PATH, it is the same command. */
function onePerLine(all: readonly Runnable[]): readonly Runnable[] {
  const byLine = new Map(all.map((one) => [one.line.replace(/^bin\//, ''), one]));
  return [...byLine.values()];
}

function looksOnly({ parsed }: Runnable): boolean {
  return LOOKING.test(parsed.spec.path);
}

interface Names {
  readonly residents: readonly string[];
  readonly oneShots: readonly string[];
}

/** The harnesses that the commands speak of. What has numbered runs is a one-shot. */
function namesOf(all: readonly Runnable[]): Names {
  const called = all.filter(({ parsed }) => parsed.spec.takes[0]?.name === 'name');
  const hasRuns = called.filter(
    ({ parsed: { spec, options } }) =>
      spec.path === 'trigger' || spec.path === 'runs' || options['run'] !== undefined,
  );
  const oneShots = new Set(hasRuns.flatMap(({ parsed }) => parsed.args));
  const names = new Set(called.flatMap(({ parsed }) => parsed.args));
  return { oneShots: [...oneShots], residents: [...names].filter((name) => !oneShots.has(name)) };
}

function configurationFor(home: ThrowawayHome, all: readonly Runnable[]): string {
  const { residents, oneShots } = namesOf(all);
  return [
    notifyTable(home),
    ...residents.map(
      (name) =>
        `[harness.${JSON.stringify(name)}]\nharness = "command"\nargv = ["sh", "-c", "echo up; exec sleep 600"]\ntty = true\nenabled = true\n`,
    ),
    ...oneShots.map(
      (name) => `[harness.${JSON.stringify(name)}]\nharness = "claude-code"\nprompt = "work"\n`,
    ),
  ].join('\n');
}

/** Where the commands are called: a project, which also has what `bin/harness` in a checkout needs. */
async function projectFolder(home: ThrowawayHome): Promise<string> {
  const folder = join(home.workDir, 'project');
  await mkdir(folder);
  await symlink(inCheckout('bin'), join(folder, 'bin'));
  await writeFile(
    join(folder, 'harness.toml'),
    '[harness.own]\nharness = "command"\nargv = ["sleep", "600"]\n',
  );
  return folder;
}

function inCheckout(path: string): string {
  return join(inject('checkout'), path);
}

function pathWith(...folders: readonly string[]): string {
  return [...folders, dirname(process.execPath), '/usr/bin', '/bin'].join(':');
}

function silent(): Console {
  const ignore = (): void => undefined;
  return {
    env: {},
    folder: '/',
    stdout: process.stdout,
    out: ignore,
    err: ignore,
    isTerminal: false,
    columns: undefined,
    color: false,
    untilInterrupted: () => new AbortController().signal,
  };
}
