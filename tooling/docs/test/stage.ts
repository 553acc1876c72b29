import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import {
  notifyTable,
  startDaemon,
  type ThrowawayHome,
  throwawayHome,
  waitFor,
  writeConfig,
} from '@harness/testkit';
import { execa } from 'execa';
import type { CalledCommand } from './read-command.ts';

/** How a command line ended. */
export interface Ending {
  readonly code: number | undefined;
  /** All that it printed. */
  readonly output: string;
}

/** A daemon with the harnesses that some commands speak of, and a shell in the folder of a project. */
export interface Stage extends AsyncDisposable {
  run(line: string): Promise<Ending>;
  /** Runs it until it has shown something, and interrupts it then. */
  follow(line: string): Promise<Ending>;
}

/** What a document names and a throwaway home has elsewhere. */
const INSTEAD: readonly (readonly [string, (home: ThrowawayHome) => string])[] = [
  ['/run/user/1000', ({ runDir }) => runDir],
];

/** Starts the daemon of the checkout. What has numbered runs has one. */
export async function openStage(
  checkout: string,
  commands: readonly CalledCommand[],
): Promise<Stage> {
  const path = [join(checkout, 'bin'), join(checkout, 'agents'), dirname(process.execPath)];
  const home = await throwawayHome({ PATH: [...path, '/usr/bin', '/bin'].join(':') });
  const names = namesOf(commands);
  await writeConfig(home, notifyTable(home) + configurationOf(names));
  const daemon = await startDaemon(home, { command: [join(checkout, 'bin/harness')] });
  const { run, follow } = shell(home, await projectFolder(home, checkout));
  await run('harness up');
  for (const name of names.oneShots) {
    await run(`harness trigger ${name} --wait`);
  }
  await waitFor(
    'every harness is up that shall be',
    async () => !/^(?:starting|restarting) /m.test((await run('harness list')).output),
  );
  return {
    run,
    follow,
    async [Symbol.asyncDispose]() {
      await daemon[Symbol.asyncDispose]();
      await home[Symbol.asyncDispose]();
    },
  };
}

function shell(home: ThrowawayHome, folder: string): Pick<Stage, 'run' | 'follow'> {
  const settings = {
    cwd: folder,
    env: home.env,
    extendEnv: false,
    reject: false,
    all: true,
  } as const;
  const here = (line: string): string =>
    INSTEAD.reduce((text, [there, place]) => text.replaceAll(there, place(home)), line);
  return {
    async run(line) {
      const { exitCode, all } = await execa('sh', ['-c', here(line)], settings);
      return { code: exitCode, output: all };
    },
    async follow(line) {
      const child = execa('sh', ['-c', `exec ${here(line)}`], settings);
      child.stdout.once('data', () => child.kill('SIGTERM'));
      const { exitCode, all } = await child;
      return { code: exitCode, output: all };
    },
  };
}

interface Names {
  readonly residents: readonly string[];
  readonly oneShots: readonly string[];
}

function namesOf(commands: readonly CalledCommand[]): Names {
  const called = commands.filter(({ parsed }) => parsed.spec.takes[0]?.name === 'name');
  const hasRuns = called.filter(
    ({ parsed: { spec, options } }) =>
      spec.path === 'trigger' || spec.path === 'runs' || options['run'] !== undefined,
  );
  const oneShots = new Set(hasRuns.flatMap(({ parsed }) => parsed.args));
  const names = new Set(called.flatMap(({ parsed }) => parsed.args));
  return { oneShots: [...oneShots], residents: [...names].filter((name) => !oneShots.has(name)) };
}

function configurationOf({ residents, oneShots }: Names): string {
  const table = (name: string): string => `[harness.${JSON.stringify(name)}]`;
  return [
    ...residents.map(
      (name) => `${table(name)}
harness = "command"
argv = ["sh", "-c", "echo up; exec sleep 600"]
tty = true
enabled = true
`,
    ),
    ...oneShots.map((name) => `${table(name)}\nharness = "claude-code"\nprompt = "work"\n`),
  ].join('\n');
}

/** A project, which also has what `bin/harness` in a checkout needs. */
async function projectFolder(home: ThrowawayHome, checkout: string): Promise<string> {
  const folder = join(home.workDir, 'project');
  await mkdir(folder);
  await symlink(join(checkout, 'bin'), join(folder, 'bin'));
  await writeFile(
    join(folder, 'harness.toml'),
    '[harness.own]\nharness = "command"\nargv = ["sleep", "600"]\n',
  );
  return folder;
}
