import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { daemonClient } from '@harness/protocol';
import { harness, startDaemon, throwawayHome, waitFor, writeConfig } from '@harness/testkit';
import { afterAll, beforeAll, expect, it } from 'vitest';

const PACKAGE = join(import.meta.dirname, '..');
const BOARD = join(PACKAGE, '../board');
let folder: string;

beforeAll(() => {
  execFileSync(process.execPath, ['build/write-page.ts'], { cwd: BOARD, stdio: 'ignore' });
  // Beside the real one: what stays outside the bundle is found from there.
  folder = mkdtempSync(join(PACKAGE, 'bundle-'));
  execFileSync('node_modules/.bin/rolldown', ['-c', 'rolldown.config.ts', '--dir', folder], {
    cwd: PACKAGE,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('has the documents beside it', () => {
  const main = join(folder, 'main.js');
  const page = execFileSync(process.execPath, [main, 'help', 'failed'], {
    cwd: '/',
    encoding: 'utf8',
  });
  expect(page).toContain('A harness used up its restarts and stays down.');
  expect(readdirSync(join(folder, 'docs'))).toContain('quick-start.md');
  expect(readdirSync(folder)).toContain('SECURITY.md');
});

it('loads of Node only what a command uses: importing a part of Node as a module reads all that it exports', () => {
  const main = JSON.stringify(join(folder, 'main.js'));
  const script = `process.argv[2] = 'help'; process.argv[1] = ${main}; await import(${main});
    process.once('exit', () => process.stderr.write(process.moduleLoadList.join('\\n')));`;
  const node = ['--input-type=module', '--eval', script, '--', 'help'];
  const { stderr } = spawnSync(process.execPath, node, { encoding: 'utf8' });
  expect(stderr).toContain('NativeModule fs\n');
  expect(stderr).not.toContain('NativeModule internal/fs/streams');
});

it("asks the daemon without Node's HTTP, from few files: each of them costs time", () => {
  const main = JSON.stringify(join(folder, 'main.js'));
  const script = `import { registerHooks } from 'node:module';
    const files = [];
    registerHooks({ load: (url, context, next) => { files.push(url); return next(url, context); } });
    process.argv[1] = ${main}; await import(${main});
    process.once('exit', () => process.stderr.write([...files, ...process.moduleLoadList].join('\\n')));`;
  const node = ['--input-type=module', '--eval', script, '--', 'list', '--socket=/nowhere'];
  const env = { HOME: folder, XDG_STATE_HOME: folder };
  const { stderr } = spawnSync(process.execPath, node, { encoding: 'utf8', env });
  const loaded = stderr.split('\n');
  expect(loaded).toContain('NativeModule net');
  expect(loaded).not.toContain('NativeModule http');
  // The command, what people type most, and the file that stands for the verb; nobody listened, which one more tells.
  expect(loaded.filter((name) => name.startsWith('file:'))).toHaveLength(3);
});

it("is started with flags under which Node's own code, kept compiled in its binary, is taken", () => {
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  copyFileSync(join(PACKAGE, '../../bin/harness'), join(bin, 'harness'));
  mkdirSync(join(folder, 'bundle'));
  const tag =
    'console.log(process.execArgv.length, process.getBuiltinModule("v8").cachedDataVersionTag())';
  writeFileSync(join(folder, 'bundle/main.js'), tag);
  const env = { PATH: `${dirname(process.execPath)}:/usr/bin:/bin` };
  const plain = execFileSync(process.execPath, ['-e', tag], { encoding: 'utf8', env });
  for (const words of [['list'], ['daemon']]) {
    const [flags, own] = execFileSync(join(bin, 'harness'), words, { encoding: 'utf8', env }).split(
      ' ',
    );
    expect(Number(flags)).toBeGreaterThan(0);
    expect(own).toBe(plain.split(' ')[1]);
  }
});

it('runs a daemon, and a harness on a terminal, whose output its log keeps', async () => {
  const command: [string, ...string[]] = [process.execPath, join(folder, 'main.js')];
  await using home = await throwawayHome();
  await writeConfig(
    home,
    `[harness.painter]
harness = "command"
argv = ["sh", "-c", "test -t 1 && echo on a terminal; exec sleep 60"]
tty = true
enabled = true
`,
  );
  await using _daemon = await startDaemon(home, { command });
  const log = await waitFor('its line is in the log', async () => {
    const { out } = await harness(home, ['logs', 'painter'], { command });
    return out.includes('on a terminal') ? out : undefined;
  });
  expect(log).toContain('started, pid');
});

it('has the board in it, page and all', async () => {
  const command: [string, ...string[]] = [process.execPath, join(folder, 'main.js')];
  await using home = await throwawayHome();
  await writeConfig(home, '');
  await using _daemon = await startDaemon(home, { command });
  const { url } = await daemonClient({ env: home.env }).boardLink();
  const cookie = String((await fetch(url)).headers.get('set-cookie')).split(';', 1)[0] ?? '';
  const read = async (path: string): Promise<string> =>
    await (await fetch(new URL(path, url), { headers: { cookie } })).text();
  const script = /src="([^"]+\.js)"/.exec(await read('/'))?.[1] ?? '';
  expect((await read(script)).length).toBeGreaterThan(10_000);
});
