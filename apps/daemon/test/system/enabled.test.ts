import { harness, homes, startDaemon, state, waitFor, writeConfig } from '@harness/testkit';
import { afterEach, expect, it } from 'vitest';
import { QUICK, shell } from './quick.ts';

const newHome = homes(afterEach);

it('starts what an edit enables, and leaves down what an operator has stopped', async () => {
  const home = await newHome();
  const sleeper = (name: string, enabled: boolean): string =>
    shell(name, 'exec sleep 600').replace('enabled = true', `enabled = ${enabled}`);
  await writeConfig(home, sleeper('fresh', false) + sleeper('stopped', true));
  await startDaemon(home, { policy: QUICK });
  await waitFor('one runs', async () => (await state(home, 'stopped')) === 'running');
  await harness(home, ['stop', 'stopped']);
  await writeConfig(home, sleeper('fresh', true) + sleeper('stopped', false));
  await harness(home, ['reload']);
  await waitFor('the other one runs', async () => (await state(home, 'fresh')) === 'running');
  await writeConfig(home, sleeper('fresh', true) + sleeper('stopped', true));
  expect((await harness(home, ['reload'])).code).toBe(0);
  expect(await state(home, 'stopped')).toBe('stopped');
});
