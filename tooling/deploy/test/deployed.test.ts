import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { waitFor } from '@harness/testkit';
import { execa } from 'execa';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';

const SCRIPT = join(import.meta.dirname, '../src/deploy-daemon.sh');
let deployed: string;

beforeAll(async () => {
  deployed = await mkdtemp(join(tmpdir(), 'harness-deployed-'));
  await execa(SCRIPT, [deployed]);
});

afterAll(() => rm(deployed, { recursive: true, force: true }));

it('is whole: no link leads out of the folder', async () => {
  const root = await realpath(deployed);
  const entries = await readdir(deployed, { recursive: true, withFileTypes: true });
  const links = entries.filter((entry) => entry.isSymbolicLink());
  const targets = await Promise.all(
    links.map(({ parentPath, name }) => realpath(join(parentPath, name))),
  );
  expect(targets.filter((path) => !path.startsWith(root))).toEqual([]);
  expect(existsSync(join(deployed, 'hooks/ntfy'))).toBe(true);
});

it('is not made over what is there', async () => {
  const { exitCode, stderr } = await execa(SCRIPT, [deployed], { reject: false });
  expect([exitCode, stderr]).toEqual([
    1,
    `deploy:daemon: ${deployed} is not empty: name a new folder, or remove this one first`,
  ]);
});

const CONFIG = `[notify]
command = ["/usr/bin/node", "/hook.mjs"]
events = ["failed"]
[harness.agent]
harness = "command"
argv = ["/usr/bin/node", "-e", "console.error('no key'); process.exitCode = 3"]
enabled = true
[harness.painter]
harness = "command"
argv = ["/usr/bin/node", "-e", "console.log('terminal: ' + process.stdout.isTTY); setTimeout(() => {}, 6e5)"]
tty = true
enabled = true
`;
const HOOK = `import { readFileSync, renameSync, writeFileSync } from 'node:fs';
writeFileSync('/told~', readFileSync(0));
renameSync('/told~', '/told.json');
`;

/** Mounts what any container has, and becomes its first process. */
const ENTER = `mount --rbind /dev "$1/dev" && mount -t proc proc "$1/proc" &&
exec chroot "$1" /usr/bin/env -i HOME=/home PATH=/usr/bin HARNESS_POLICY='{"maxRestarts":0}' /usr/bin/node /app/bundle/main.js daemon`;
const CONTAINED = ['--user', '--map-root-user', '--mount', '--pid', '--fork', '--kill-child'];

it.runIf(await canContain())(
  'runs, tells and paints a terminal in a root that holds nothing but Node',
  async () => {
    const root = await rootWithNode();
    const daemon = execa('unshare', [...CONTAINED, 'sh', '-c', ENTER, 'enter', root], {
      reject: false,
      all: true,
    });
    onTestFinished(async () => {
      daemon.kill('SIGKILL');
      await daemon;
      await rm(root, { recursive: true, force: true });
    });
    const told = await waitFor(
      'its hook has run',
      () => readFile(join(root, 'told.json'), 'utf8').catch(() => undefined),
      { timeoutMs: 200_000 },
    );
    expect(JSON.parse(told)).toMatchObject({ event: 'failed', harness: 'agent', exit_code: 3 });
    await waitFor(
      'the log of the terminal is kept',
      async () => (await kept(root)).includes('terminal: true'),
      { timeoutMs: 200_000 },
    );
  },
);

async function rootWithNode(): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'harness-root-'));
  for (const folder of ['dev', 'proc', 'tmp', 'usr/bin', 'home/.config/harness']) {
    await mkdir(join(root, folder), { recursive: true });
  }
  await cp(process.execPath, join(root, 'usr/bin/node'));
  await cp('/usr/bin/env', join(root, 'usr/bin/env'));
  // The C library, whole: terminals need another part of it than Node.
  for (const library of await librariesOf([process.execPath, ...(await nativeParts())])) {
    await mkdir(dirname(join(root, library)), { recursive: true });
    await cp(library, join(root, library), { dereference: true });
  }
  await cp(deployed, join(root, 'app'), { recursive: true, verbatimSymlinks: true });
  await writeFile(join(root, 'hook.mjs'), HOOK);
  await writeFile(join(root, 'home/.config/harness/harness.toml'), CONFIG);
  return root;
}

async function nativeParts(): Promise<readonly string[]> {
  const entries = await readdir(deployed, { recursive: true });
  return entries.filter((path) => path.endsWith('.node')).map((path) => join(deployed, path));
}

async function librariesOf(files: readonly string[]): Promise<ReadonlySet<string>> {
  const { stdout } = await execa('ldd', files);
  return new Set([...stdout.matchAll(/(?:=> |^\s*)(\/\S+) \(/gm)].map(([, path = '']) => path));
}

async function kept(root: string): Promise<string> {
  const entries = await readdir(join(root, 'home'), { recursive: true });
  const logs = entries.filter((path) => path.includes('painter') && path.endsWith('.log'));
  return (await Promise.all(logs.map((path) => readFile(join(root, 'home', path), 'utf8')))).join(
    '',
  );
}

/** Not where a container forbids what containers are made of. */
async function canContain(): Promise<boolean> {
  const look = ['sh', '-c', 'mount -t proc proc /proc'];
  const { exitCode } = await execa('unshare', [...CONTAINED, ...look], { reject: false });
  return exitCode === 0;
}
