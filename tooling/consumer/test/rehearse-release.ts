import { cp, glob, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { execa } from 'execa';

/** The checkout. */
export const ROOT = join(import.meta.dirname, '../../..');

/** What of a package.json the tests look at. */
export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly private?: boolean;
  readonly exports: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
  readonly dependencies?: Readonly<Record<string, string>>;
}

/** A release that was made, but not sent anywhere. */
export interface Release extends AsyncDisposable {
  /** The copy of the checkout in which it was made. */
  readonly folder: string;
  /** The folder of a package in that copy, by `redact` of `@harness/redact`. */
  readonly source: (name: string) => string;
  /** Where the packed package lies. */
  readonly tarball: (name: string) => Promise<string>;
}

/**
 * Does in a copy of the checkout what a release does: versions and changelogs by changesets, a build from nothing, the
 * tarballs. In a copy, so that nothing stale is packed and no build of another test runs into this one.
 */
export async function rehearseRelease(names: readonly string[]): Promise<Release> {
  const folder = await mkdtemp(join(tmpdir(), 'harness-release-'));
  await copyWorkspace(folder);
  await applyChangesets(folder);
  await execa(tool('tsc'), ['-b', ...names.map((name) => `packages/${name}`)], { cwd: folder });
  const chosen = names.flatMap((name) => ['--filter', `@harness/${name}`]);
  const pack = ['pack', '--pack-destination', join(folder, 'out')];
  await execa('npx', ['--yes', 'pnpm@12.21.0', ...chosen, ...pack], { cwd: folder });
  return {
    folder,
    source: (name) => join(folder, 'packages', name),
    tarball: async (name) => {
      const { version } = await manifestOf(join(folder, 'packages', name));
      return join(folder, 'out', `harness-${name}-${version}.tgz`);
    },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}

/** The package.json of a folder. */
export async function manifestOf(folder: string): Promise<Manifest> {
  return JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
}

/** The packages that other teams may take, by their folders' names. */
export async function publicPackages(): Promise<readonly string[]> {
  const names = await readdir(join(ROOT, 'packages'));
  const manifests = await Promise.all(
    names.map((name) => manifestOf(join(ROOT, 'packages', name))),
  );
  return names.filter((_, at) => manifests[at]?.private !== true).toSorted();
}

const WORKSPACE = [
  '.changeset',
  'LICENSE',
  'package.json',
  'packages',
  'pnpm-lock.yaml',
  'pnpm-workspace.yaml',
  'tsconfig.base.json',
];
const MADE_ANEW: ReadonlySet<string> = new Set(['dist', '.turbo', '.vite-temp', 'test']);

// The packages whole; of the other workspaces what changesets and pnpm ask for. pnpm links relatively: a package's links
// lead to its neighbours in the copy, and through the one link at the top to the checkout's libraries.
async function copyWorkspace(folder: string): Promise<void> {
  for (const entry of WORKSPACE) {
    await cp(join(ROOT, entry), join(folder, entry), {
      recursive: true,
      verbatimSymlinks: true,
      filter: (path) => !MADE_ANEW.has(basename(path)),
    });
  }
  for await (const manifest of glob('{bench,{apps,tooling}/*}/package.json', { cwd: ROOT })) {
    await cp(join(ROOT, manifest), join(folder, manifest));
  }
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
}

// A repository of its own: changesets asks git for the commit of each changeset.
async function applyChangesets(folder: string): Promise<void> {
  const git = ['-c', 'user.name=release', '-c', 'user.email=release@localhost'];
  const commit = ['commit', '--quiet', '--no-gpg-sign', '-m', 'Start'];
  await execa('git', ['init', '--quiet'], { cwd: folder });
  await execa('git', ['add', '.changeset'], { cwd: folder });
  await execa('git', [...git, ...commit], { cwd: folder });
  await execa(tool('changeset'), ['version'], { cwd: folder });
}

function tool(name: string): string {
  return join(ROOT, 'node_modules/.bin', name);
}
