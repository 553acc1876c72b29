import { once } from 'node:events';
import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import {
  harness,
  homes,
  notifyTable,
  startDaemon,
  type ThrowawayHome,
  waitFor,
  writeConfig,
} from '@harness/testkit';
import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { QUICK } from './quick.ts';

const newHome = homes(afterEach);

/** What a daemon says that does not start. */
async function refusal(home: ThrowawayHome): Promise<string> {
  const { code, err } = await harness(home, ['daemon']);
  expect(code).toBe(1);
  return err;
}

describe('the socket', () => {
  it('of a killed daemon does not stop the next one; a second daemon is refused, also by a paused one', async () => {
    const home = await newHome();
    await writeConfig(home, notifyTable(home));
    const killed = await startDaemon(home, { policy: QUICK });
    await killed.kill9();
    const daemon = await startDaemon(home, { policy: QUICK });
    process.kill(daemon.pid, 'SIGSTOP');
    expect(await refusal(home)).toContain('another daemon holds');
    process.kill(daemon.pid, 'SIGCONT');
    expect((await harness(home, ['doctor', '--notify-test'])).code).toBe(0);
  });

  it('is left alone by the end of the daemon when a file that is not its own stands there', async () => {
    const home = await newHome();
    await writeConfig(home, notifyTable(home));
    const daemon = await startDaemon(home, { policy: QUICK });
    const path = join(home.runDir, 'harness.sock');
    await rm(path);
    await writeFile(path, 'precious');
    expect(await daemon.down()).toMatchObject({ code: 0 });
    expect(await readFile(path, 'utf8')).toBe('precious');
    expect(await refusal(home)).toContain('is not a socket');
    expect(await readFile(path, 'utf8')).toBe('precious');
  });

  it('of somebody else is neither taken nor removed', async () => {
    const home = await newHome();
    await writeConfig(home, notifyTable(home));
    const daemon = await startDaemon(home, { policy: QUICK });
    const path = join(home.runDir, 'harness.sock');
    await rm(path);
    const other = createServer().listen(path);
    onTestFinished(() => {
      other.close();
    });
    await once(other, 'listening');
    const { ino } = await stat(path);
    await waitFor('the daemon has seen it', async () =>
      (await daemon.log()).includes("is not this daemon's any more"),
    );
    expect(await daemon.down()).toMatchObject({ code: 0 });
    expect((await stat(path)).ino).toBe(ino);
    expect(await refusal(home)).toContain('another daemon listens');
  });
});
