import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { env as ownEnvironment } from 'node:process';
import { execa, type Options } from 'execa';
import type { Release } from './rehearse-release.ts';

/** What a program printed, however it ended. */
export interface Printed {
  readonly stdout: string;
  readonly stderr: string;
}

/** Another team's project, which has the packages from their tarballs. */
export interface OutsideProject extends AsyncDisposable {
  readonly folder: string;
  /** Where a package was installed. */
  readonly installed: (name: string) => string;
  /** Runs a file or `-e TEXT` on plain Node, from the project's folder. */
  readonly node: (args: readonly string[]) => Promise<Printed>;
  /** The project's own file. */
  readonly read: (path: string) => Promise<string>;
  readonly write: (path: string, text: string) => Promise<void>;
}

/** Libraries that the project uses together with the packages: the oldest that these say they work with. */
const OWN_LIBRARIES = { 'prom-client': '15.1.0', zod: '4.6.0' };

/** Makes the project and installs the packages with npm; what they depend on comes from the registry. */
export async function takeOutside(
  release: Release,
  names: readonly string[],
): Promise<OutsideProject> {
  const folder = await mkdtemp(join(tmpdir(), 'harness-outside-'));
  await cp(join(import.meta.dirname, 'outside'), folder, { recursive: true });
  await writeFile(join(folder, 'package.json'), JSON.stringify(await project(release, names)));
  const flags = ['--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund'];
  await execa('npm', ['install', ...flags], { cwd: folder, ...OUTSIDE });
  return {
    folder,
    installed: (name) => join(folder, 'node_modules/@harness', name),
    node: async (args) => {
      const options = { cwd: folder, ...OUTSIDE, reject: false } as const;
      const { stdout, stderr } = await execa(process.execPath, args, options);
      return { stdout, stderr };
    },
    read: (path) => readFile(join(folder, path), 'utf8'),
    write: async (path, text) => {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), text);
    },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}

async function project(release: Release, names: readonly string[]): Promise<object> {
  const tarballs = await Promise.all(
    names.map(async (name) => [`@harness/${name}`, `file:${await release.tarball(name)}`]),
  );
  return {
    private: true,
    type: 'module',
    dependencies: { ...Object.fromEntries(tarballs), ...OWN_LIBRARIES },
  };
}

// What pnpm and the test runner set stays inside: options of Node, settings of the package manager.
const INSIDE = /^(npm_(?!config_registry$)|pnpm_|vitest|node_options$|node_path$)/i;
const { PATH = '', ...OTHERS } = ownEnvironment;
const OUTSIDE = {
  extendEnv: false,
  env: {
    ...Object.fromEntries(Object.entries(OTHERS).filter(([name]) => !INSIDE.test(name))),
    PATH: `${dirname(process.execPath)}${delimiter}${PATH}`,
  },
} satisfies Options;
