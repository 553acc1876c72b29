import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { startDaemon, state, throwawayHome, waitFor, writeConfig } from '@harness/testkit';
import { expect, it } from 'vitest';

it('looks after its socket until it has ended, however long that takes', async () => {
  await using home = await throwawayHome();
  await writeConfig(
    home,
    `[harness.deaf]
harness = "command"
argv = ["sh", "-c", "trap '' TERM; while :; do sleep 0.2; done"]
enabled = true
`,
  );
  await using daemon = await startDaemon(home, { policy: { stopGraceMs: 120_000 } });
  await waitFor('it runs', async () => (await state(home, 'deaf')) === 'running');
  process.kill(daemon.pid, 'SIGTERM');
  await waitFor('it is stopping', async () => (await state(home, 'deaf')) === 'stopping');
  const socket = join(home.env['XDG_RUNTIME_DIR'] ?? '', 'harness.sock');
  rmSync(socket);
  await waitFor('the socket is back', () => existsSync(socket), { timeoutMs: 60_000 });
  expect(await state(home, 'deaf')).toBe('stopping');
  await daemon.kill9();
});
