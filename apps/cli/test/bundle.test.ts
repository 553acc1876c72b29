import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { harness, startDaemon, throwawayHome, waitFor, writeConfig } from '@harness/testkit';
import { afterAll, beforeAll, expect, it } from 'vitest';

const PACKAGE = join(import.meta.dirname, '..');
let folder: string;

beforeAll(() => {
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
