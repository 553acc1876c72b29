import { execFileSync } from 'node:child_process';
import { closeSync, openSync, readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { SIZE, shell, spawn } from './spawn.ts';

// The limit of this very process is lowered, as an operator's would be, and raised again.
it.each([
  { name: 'pipes', tty: false },
  { name: 'a terminal', tty: SIZE },
] as const)('names the limit that is hit and goes on after it, on $name', async ({ tty }) => {
  const { process: neighbour, output } = await shell('sleep 0.3; echo still here; sleep 60', tty);
  const fillers = fillDescriptors();
  const refused = await spawn({ argv: ['true'], tty });
  await expect.poll(output).toContain('still here');
  // Ended with no descriptor left to read the process table with.
  neighbour.terminate();
  await neighbour.exit;
  restore(fillers);

  expect(refused).toMatchObject({ kind: 'not_started', code: 'EMFILE' });
  expect(refused).toHaveProperty('reason', 'the daemon has no file descriptors left (EMFILE)');
  expect(await neighbour.gone()).toEqual([]);
  const next = await shell('echo back', tty);
  await next.process.drained;
  expect(next.output().trim()).toBe('back');
});

function fillDescriptors(): number[] {
  const highest = Math.max(...readdirSync('/proc/self/fd').map(Number));
  // So many are free again once the fillers are closed, that this process can call prlimit.
  limitDescriptors(highest + 64);
  const fillers: number[] = [];
  for (;;) {
    try {
      fillers.push(openSync('/dev/null', 'r'));
    } catch {
      return fillers;
    }
  }
}

function restore(fillers: readonly number[]): void {
  for (const fd of fillers) {
    closeSync(fd);
  }
  limitDescriptors(4096);
}

function limitDescriptors(count: number): void {
  execFileSync('prlimit', ['--pid', String(process.pid), `--nofile=${count}:`], {
    stdio: 'ignore',
  });
}
