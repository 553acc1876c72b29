import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { fences, ROOT } from './documents.ts';
import { shellCommands } from './shell-commands.ts';

const { packageManager, scripts }: { packageManager: string; scripts: Record<string, string> } =
  JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));

/** What pnpm does without a script of the repository. */
const OF_PNPM = ['install', 'exec', 'changeset'];

/** The page whose every command is run as it stands. */
const RUN_WHOLE = 'docs/quick-start.md';

/** What no test of the documents runs, by how it begins, and why. */
const NOT_RUN: Readonly<Record<string, string>> = {
  'bash .ci/run': 'runs all tests, these too',
  'exec curl ': 'the text of a hook that posts to a public service',
  'amtool ': 'run by the tests of a fleet, against real Alertmanagers',
  'docker ': 'wants an engine: tooling/deploy/src/try-image.sh builds and runs the image',
  'tooling/deploy/src/try-image.sh': 'wants an engine too',
};

const commands = fences('sh', '').flatMap(({ file, text }) =>
  shellCommands(text).map((command) => ({ file, command })),
);

it('runs pnpm in its pinned release, and scripts that there are', () => {
  const calls = commands.filter(({ command }) => /^(?:npx|npm|pnpm) /.test(command));
  expect(calls.length).toBeGreaterThan(5);
  expect(calls.filter(({ command }) => !isKnown(command))).toEqual([]);
});

it('has no command beside these that nobody runs', () => {
  const others = fences('sh', 'bash', 'console').flatMap(({ file, text }) =>
    shellCommands(text).map((command) => ({ file, command })),
  );
  expect(
    others.filter(
      ({ file, command }) =>
        file !== RUN_WHOLE &&
        !/^(?:(?:sudo )?(?:bin\/)?harness|npx|npm) /.test(command) &&
        !Object.keys(NOT_RUN).some((start) => command.startsWith(start)),
    ),
  ).toEqual([]);
});

it('configures only hooks that are shipped', () => {
  const hooks = fences('toml').flatMap(({ file, text }) =>
    [...text.matchAll(/"[^"]*(\/hooks\/[^"/]+)"/g)].map(([, path = '']) => ({ file, path })),
  );
  expect(hooks.length).toBeGreaterThan(0);
  expect(hooks.filter(({ path }) => !existsSync(join(ROOT, path)))).toEqual([]);
});

function isKnown(command: string): boolean {
  const npm = /^npm (?:run )?([\w:-]+)/.exec(command)?.[1];
  if (npm !== undefined) {
    return npm in scripts;
  }
  const [, release, script = ''] = /^npx --yes (pnpm@\S+) (?:run )?([\w:-]+)/.exec(command) ?? [];
  return release === packageManager && (script in scripts || OF_PNPM.includes(script));
}
