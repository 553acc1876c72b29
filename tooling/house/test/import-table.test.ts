import { describe, expect, it } from 'vitest';
import { filesBelow, textOf } from './repository.ts';

const PACKAGES = [
  'protocol',
  'harness-config',
  'notify-config',
  'notify-core',
  'notify-metrics',
  'hook-runner',
  'posix-spawn',
  'redact',
  'store',
  'supervision',
  'config-text',
  'agent-trace',
  'guards',
  'turns',
] as const;

/** Who may import whom; nothing else. docs/architecture.md draws it. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  cli: ['protocol', 'harness-config', 'notify-config', 'notify-core', 'hook-runner', 'redact'],
  daemon: [...PACKAGES, 'board'],
  board: ['protocol'],
  'harness-config': ['notify-config', 'config-text', 'redact'],
  'notify-config': ['notify-core', 'config-text'],
  'notify-metrics': ['notify-core'],
  protocol: ['notify-core', 'supervision'],
  store: ['notify-core'],
  'hook-runner': ['notify-core'],
  'posix-spawn': ['hook-runner'],
  'notify-core': [],
  supervision: [],
  redact: [],
  'config-text': [],
  'agent-trace': ['turns'],
  guards: ['turns'],
  turns: [],
};

const STATIC = /(?:from|import)\s+'@harness\/([a-z-]+)(?:\/[^']*)?'/g;
const DYNAMIC = /import\(\s*'@harness\/([a-z-]+)(?:\/[^']*)?'\s*\)/g;

interface Import {
  readonly file: string;
  readonly from: string;
  readonly to: string;
  readonly dynamic: boolean;
}

function imports(): readonly Import[] {
  return [...filesBelow('packages'), ...filesBelow('apps')]
    .filter((file) => /^(packages|apps)\/[^/]+\/src\/.*\.tsx?$/.test(file))
    .flatMap(importsOf);
}

function importsOf(file: string): readonly Import[] {
  const from = file.split('/')[1] ?? '';
  const text = textOf(file);
  const found = (pattern: RegExp, dynamic: boolean): Import[] =>
    [...text.matchAll(pattern)].map(([, to = '']) => ({ file, from, to, dynamic }));
  return [...found(STATIC, false), ...found(DYNAMIC, true)];
}

describe('the import table', () => {
  const all = imports();

  it('covers every workspace that has code', () => {
    const known = new Set(Object.keys(MAY_IMPORT));
    expect(all.map(({ from }) => from).filter((from) => !known.has(from))).toEqual([]);
    expect(all.length).toBeGreaterThan(20);
  });

  it('lets nobody import what the table does not name', () => {
    const refused = all.filter(({ from, to, dynamic }) => {
      const daemonFromCli = from === 'cli' && to === 'daemon' && dynamic;
      return from !== to && !daemonFromCli && !(MAY_IMPORT[from] ?? []).includes(to);
    });
    expect(refused).toEqual([]);
  });

  it('loads the daemon into the command line by dynamic import alone', () => {
    const eager = all.filter(
      ({ from, to, dynamic }) => from === 'cli' && to === 'daemon' && !dynamic,
    );
    expect(eager).toEqual([]);
  });

  it('names in each package.json just what its code imports', () => {
    for (const workspace of new Set(all.map(({ file }) => file.split('/').slice(0, 2).join('/')))) {
      const imported = new Set(
        all
          .filter(({ file, from, to }) => file.startsWith(`${workspace}/`) && from !== to)
          .map(({ to }) => to),
      );
      expect([workspace, ...[...imported].toSorted()]).toEqual([
        workspace,
        ...declaredBy(workspace),
      ]);
    }
  });
});

/** What is bundled is needed to build alone, and what only tests use is nobody's import. */
function declaredBy(workspace: string): readonly string[] {
  const manifest: Manifest = JSON.parse(textOf(`${workspace}/package.json`));
  const isBundled = manifest.files?.includes('bundle') === true;
  return Object.keys({ ...manifest.dependencies, ...(isBundled ? manifest.devDependencies : {}) })
    .filter((name) => name.startsWith('@harness/') && name !== '@harness/testkit')
    .map((name) => name.slice('@harness/'.length))
    .toSorted();
}

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly files?: readonly string[];
}
