import { execFile } from 'node:child_process';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { answering, json, throwawayFolder } from './answering-server.ts';

it('runs the example of the README against a daemon, and without one', async () => {
  const readme = await readFile(new URL('../README.md', import.meta.url), 'utf8');
  const example = /```ts\n([\s\S]*?)```/.exec(readme)?.[1] ?? '';
  const folder = throwawayFolder();
  // Beside the package, so that its own name leads to it.
  const file = new URL(`./readme-example-${process.pid}.ts`, import.meta.url);
  await writeFile(file, example);
  const run = () =>
    promisify(execFile)(
      process.execPath,
      ['--conditions=@harness/source', '--no-warnings', file.pathname],
      { env: { XDG_STATE_HOME: folder, XDG_RUNTIME_DIR: folder, HOME: folder } },
    );
  try {
    expect((await run()).stdout).toMatch(/not running.*start it with `harness daemon`/);
    await answering(join(folder, 'harness.sock'), (response) =>
      json(response, { harnesses: [{ name: 'worker', state: 'running' }] }),
    );
    expect((await run()).stdout).toBe('worker running\n');
  } finally {
    await rm(file);
  }
});
