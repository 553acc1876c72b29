import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { GROUPS, VERBS } from '../../../apps/cli/src/verb-table.ts';
import { DOCUMENTS, ofType } from './documents.ts';
import { type CalledCommand, type ReadCommand, readCommand } from './read-command.ts';
import { harnessCommands } from './shell-commands.ts';
import { openStage, type Stage } from './stage.ts';

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

/** Verbs that change nothing for each other: they are run side by side. */
const LOOKING =
  /^(?:list|describe|runs|logs|doctor|notify|config|help|completion|open|daemon status|reload)\b/;

/** What puts right what a verb has changed for the commands after it. */
const UNDO: Readonly<Record<string, (args: readonly string[]) => readonly string[]>> = {
  stop: (names) => ['start', ...names],
  down: (folders) => ['up', ...folders],
};

const commands = harnessCommands().map(readCommand);
const runnable = onePerLine(commands.filter(isRunnable));
const looking = runnable.filter(({ parsed }) => LOOKING.test(parsed.spec.path));
const ending = runnable.filter(({ parsed }) => parsed.spec.path === 'daemon stop');
const changing = runnable.filter((one) => !looking.includes(one) && !ending.includes(one));

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
  expect(commands.filter(({ parsed }) => parsed === 'misused')).toEqual([]);
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
  let stage: Stage;

  beforeAll(async () => {
    stage = await openStage(inject('checkout'), runnable);
  });

  afterAll(() => stage[Symbol.asyncDispose]());

  describe('that changes something', () => {
    it.each(changing)('works: $line ($file)', works);
  });

  describe('that looks', () => {
    it.concurrent.each(looking)('works: $line ($file)', works);
  });

  describe('that ends the daemon', () => {
    it.each(ending)('works: $line ($file)', works);
  });

  async function works({ line, parsed }: CalledCommand): Promise<void> {
    const goesOn = parsed.options['follow'] === true;
    const { code, output } = goesOn ? await stage.follow(line) : await stage.run(line);
    expect([line, code, output]).toEqual([line, 0, expect.any(String)]);
    const undo = UNDO[parsed.spec.path];
    if (undo !== undefined) {
      await stage.run(['harness', ...undo(parsed.args)].join(' '));
    }
  }
});

function isRunnable(command: ReadCommand): command is CalledCommand {
  const { parsed, line } = command;
  return typeof parsed === 'object' && !AS_ROOT.test(line) && !(parsed.spec.path in NOT_RUN);
}

/** In a checkout or on PATH, it is the same command. */
function onePerLine(all: readonly CalledCommand[]): readonly CalledCommand[] {
  const byLine = new Map(all.map((one) => [one.line.replace(/^bin\//, ''), one]));
  return [...byLine.values()];
}
