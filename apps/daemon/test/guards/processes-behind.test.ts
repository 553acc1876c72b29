import { spawn } from 'node:child_process';
import { waitFor } from '@harness/testkit';
import { expect, it, onTestFinished } from 'vitest';
import { pidsOfRun, processesBehind } from '../../src/guards/processes-behind.ts';

function started(script: string): number {
  const child = spawn('bash', ['-c', script], { detached: true, stdio: 'ignore' });
  const { pid = 0 } = child;
  onTestFinished(() => {
    process.kill(-pid, 'SIGKILL');
  });
  return pid;
}

it('names descendants by what they call themselves, the youngest first', async () => {
  const pid = started('sleep 4321 & (exec -a git-credential-wait sleep 900) & wait');
  const behind = await waitFor('both are there', () => {
    const found = processesBehind(pid);
    const names = found.map(({ name }) => name).toSorted();
    return names.join() === 'git-credential-wait,sleep' && found;
  });
  expect(behind.map(({ ageMs }) => ageMs)).toEqual(
    behind.map(({ ageMs }) => ageMs).toSorted((one, other) => one - other),
  );
  expect(pidsOfRun(pid, 0).toSorted()).toEqual([pid, ...behind.map((one) => one.pid)].toSorted());
});
