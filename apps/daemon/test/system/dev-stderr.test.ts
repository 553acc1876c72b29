import {
  homes,
  notifyTable,
  startDaemon,
  waitFor,
  writeConfig,
  writeScript,
} from '@harness/testkit';
import { afterEach, expect, it } from 'vitest';
import { AT_ONCE, shell } from './quick.ts';

const newHome = homes(afterEach);

it('logs what a hook printed to /dev/stderr by name, in its order', async () => {
  const home = await newHome();
  const script = '#!/bin/sh\nset -e\necho one\necho two >/dev/stderr\necho three\nexit 3\n';
  const hook = await writeScript(home.workDir, 'hook', script);
  await writeConfig(home, notifyTable(home, '', [hook]) + shell('dies', 'exit 1'));
  const daemon = await startDaemon(home, { policy: AT_ONCE });
  const line = await waitFor('the failure is logged', async () =>
    (await daemon.log()).split('\n').find((text) => text.includes('notify: hook failed')),
  );
  expect(line).toMatch(/one\W+n?two\W+n?three/);
  expect(line).toContain('3');
});
