import { runHook } from '@harness/hook-runner';

// Delivers a large input to each program named on the command line, several times, and prints how they ended.
const ends: unknown[] = [];
for (const program of process.argv.slice(2)) {
  for (let time = 0; time < 5; time += 1) {
    const stdin = 'x'.repeat(2_000_000);
    const hook = runHook({
      argv: [program],
      env: { PATH: '/usr/bin:/bin' },
      stdin,
      timeoutMs: 9000,
    });
    const { detail, tail } = await hook.outcome;
    ends.push({ ...detail, tail });
    await hook.settled;
  }
}
process.stdout.write(JSON.stringify(ends));
