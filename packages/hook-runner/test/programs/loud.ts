import { runHook } from '@harness/hook-runner';

// Delivers once to a loud program and prints the tail and the most memory this process ever had.
const [program = ''] = process.argv.slice(2);
const before = process.memoryUsage.rss();
const hook = runHook({
  argv: [program],
  env: { PATH: '/usr/bin:/bin' },
  stdin: '',
  timeoutMs: 60_000,
});
const { tail } = await hook.outcome;
await hook.settled;
const grownBytes = process.resourceUsage().maxRSS * 1024 - before;
process.stdout.write(JSON.stringify({ tail, grownBytes }));
