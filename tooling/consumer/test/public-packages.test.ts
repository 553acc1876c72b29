import { readdir, readFile, realpath } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { execa } from 'execa';
import { publint } from 'publint';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { uses } from './outside/uses.ts';
import { type OutsideProject, takeOutside } from './outside-project.ts';
import { README_EXAMPLES, runnableExample, shownExample } from './readme-examples.ts';
import {
  manifestOf,
  publicPackages,
  type Release,
  ROOT,
  rehearseRelease,
} from './rehearse-release.ts';
import { USED } from './used.ts';

const require = createRequire(import.meta.url);
const HERE = join(import.meta.dirname, '..');
const USE_ALL = `import { uses } from './uses.ts';
const used = Object.entries(uses).map(async ([name, use]) => [name, await use()]);
console.log(JSON.stringify(Object.fromEntries(await Promise.all(used))));`;
const PUBLIC = await publicPackages();
let release: Release;
let outside: OutsideProject;
let used: Readonly<Record<string, unknown>>;

beforeAll(async () => {
  release = await rehearseRelease(PUBLIC);
  outside = await takeOutside(release, PUBLIC);
  for (const name of PUBLIC) {
    await outside.write(`readme/${name}.ts`, shownExample(await readmeOf(name)));
  }
  const { stdout } = await outside.node(['--input-type=module', '-e', USE_ALL]);
  used = JSON.parse(stdout);
});

afterAll(async () => {
  await outside?.[Symbol.asyncDispose]();
  await release?.[Symbol.asyncDispose]();
});

describe.each(PUBLIC)('@harness/%s', (name) => {
  it('holds its code, its declarations, their sources and its papers, and nothing else', async () => {
    const entries = await readdir(outside.installed(name), {
      recursive: true,
      withFileTypes: true,
    });
    const files = entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(outside.installed(name).length + 1))
      .filter((path) => !path.startsWith('node_modules/'));
    expect(files.toSorted()).toEqual((await wantedFiles(name)).toSorted());
  });

  it('leads nobody to its sources', async () => {
    const { exports } = await manifestOf(outside.installed(name));
    expect(JSON.stringify(exports)).not.toContain('src/');
    const { exports: own } = await manifestOf(release.source(name));
    expect(exports).toEqual(withoutSources(own));
  });

  it('depends on released versions of public packages alone', async () => {
    const { dependencies = {} } = await manifestOf(outside.installed(name));
    for (const [dependency, range] of Object.entries(dependencies)) {
      const [, ours] = dependency.split('@harness/');
      if (ours !== undefined) {
        expect(PUBLIC).toContain(ours);
        expect(range).toBe((await manifestOf(release.source(ours))).version);
      }
    }
  });

  it('is released with a changelog that begins with its version', async () => {
    const { version } = await manifestOf(outside.installed(name));
    const changelog = await readFile(join(outside.installed(name), 'CHANGELOG.md'), 'utf8');
    expect(changelog.split('\n').slice(0, 3)).toEqual([`# @harness/${name}`, '', `## ${version}`]);
    expect(version).not.toBe('0.0.0');
  });

  it('passes publint', async () => {
    const { buffer: tarball } = new Uint8Array(await readFile(await release.tarball(name)));
    const { messages } = await publint({ pack: { tarball }, strict: true });
    expect(messages).toEqual([]);
  });

  it('does what it is for, outside, on plain Node', () => {
    expect(used[name]).toEqual(USED[name]);
  });
});

it.each(Object.keys(README_EXAMPLES))('@harness/%s prints what its README says', async (name) => {
  const example = runnableExample(name, await readmeOf(name), outside.folder);
  await outside.write(`run-${name}.ts`, example);
  const { stdout, stderr } = await outside.node([`run-${name}.ts`]);
  expect({ stdout, stderr }).toEqual({ stdout: README_EXAMPLES[name]?.prints, stderr: '' });
});

describe('types', () => {
  it.concurrent.each(PUBLIC)(
    'of @harness/%s resolve as its code does, for ES modules',
    async (name) => {
      const args = [await release.tarball(name), '--profile', 'esm-only', '--no-color'];
      const options = { preferLocal: true, localDir: HERE, all: true, reject: false } as const;
      const { exitCode, all } = await execa('attw', args, options);
      expect(exitCode, all).toBe(0);
    },
  );
});

it('leaves no public package unused', () => {
  expect(Object.keys(uses).toSorted()).toEqual(PUBLIC);
});

it('takes no package from a registry', async () => {
  const { packages } = JSON.parse(await outside.read('package-lock.json'));
  const places = Object.entries<{ resolved?: string }>(packages).filter(([path]) =>
    /node_modules\/@harness\/[^/]+$/.test(path),
  );
  expect(places.map(([path]) => path.slice('node_modules/@harness/'.length))).toEqual(PUBLIC);
  expect(places.filter(([, { resolved }]) => resolved?.startsWith('file:') !== true)).toEqual([]);
});

it.each([
  ['config-text', 'zod'],
  ['notify-config', 'zod'],
  ['harness-config', 'zod'],
  ['protocol', 'zod'],
  ['notify-metrics', 'prom-client'],
])('has @harness/%s use the copy of %s that the project has', async (name, library) => {
  const resolve = createRequire(join(outside.installed(name), 'package.json')).resolve;
  expect(resolve(library)).toContain(`${await realpath(outside.folder)}/node_modules/${library}/`);
});

it('leads nobody to the sources who has the condition that this repository has', async () => {
  const text = `for (const name of ${JSON.stringify(PUBLIC)}) console.log(import.meta.resolve('@harness/' + name))`;
  const args = ['--conditions=@harness/source', '--input-type=module', '-e', text];
  const { stdout } = await outside.node(args);
  expect(stdout.match(/\/dist\/index\.js$/gm)).toHaveLength(PUBLIC.length);
});

describe.each([
  { version: '5.9', compiler: require.resolve('typescript-5.9/package.json') },
  { version: '6', compiler: require.resolve('typescript-6/package.json') },
  { version: '7', compiler: require.resolve('typescript-7/package.json') },
])('types on TypeScript $version', ({ compiler }) => {
  const compile = (...args: string[]) =>
    outside.node([join(dirname(compiler), 'bin/tsc'), ...args]);

  it('of the pure packages need nothing but the language', async () => {
    await expect(outside.read('node_modules/@types/node/package.json')).rejects.toThrow('ENOENT');
    const { stdout } = await compile('-p', 'tsconfig.pure.json');
    expect(stdout).toBe('');
  });

  it('of all packages, and of the examples in their READMEs, hold under strict rules', async () => {
    const typeRoots = ['--typeRoots', join(ROOT, 'node_modules/@types')];
    const { stdout } = await compile('-p', 'tsconfig.node.json', ...typeRoots);
    expect(stdout).toBe('');
  });
});

function readmeOf(name: string): Promise<string> {
  return readFile(join(outside.installed(name), 'README.md'), 'utf8');
}

async function wantedFiles(name: string): Promise<readonly string[]> {
  const sources = await readdir(join(release.source(name), 'src'), { recursive: true });
  const modules = sources
    .filter((path) => path.endsWith('.ts'))
    .flatMap((path) => {
      const stem = `dist/${path.slice(0, -'.ts'.length)}`;
      return [
        `src/${path}`,
        ...['js', 'js.map', 'd.ts', 'd.ts.map'].map((end) => `${stem}.${end}`),
      ];
    });
  const { exports } = await manifestOf(release.source(name));
  const schemas = Object.keys(exports)
    .filter((path) => path.endsWith('.schema.json'))
    .map((path) => path.slice('./'.length));
  return [...modules, ...schemas, 'CHANGELOG.md', 'LICENSE', 'README.md', 'package.json'];
}

function withoutSources(exports: object): unknown {
  return JSON.parse(
    JSON.stringify(exports, (key, value) => (key === '@harness/source' ? undefined : value)),
  );
}
