import { spawn } from 'node:child_process';
import { runHook } from '@harness/hook-runner';

/**
 * `hook-start-probe.ts MEGABYTES COUNT PROGRAM` holds so much memory and starts a program as a hook and with Node alone, in
 * turns. It prints how long the calls held this program up: `{ "hook": [ms], "node": [ms] }`.
 */
const [megabytes = '0', count = '0', program = ''] = process.argv.slice(2);
const BODY = 'x'.repeat(600);
const ENVIRONMENT = Object.fromEntries(
  Array.from({ length: 60 }, (_, index) => [`VARIABLE_${index}`, 'v'.repeat(40)]),
);

const ballast = Array.from({ length: Number(megabytes) }, (_, index) =>
  Buffer.alloc(1_000_000, index + 1),
);
const took = { hook: [] as number[], node: [] as number[] };
for (let round = 0; round < Number(count); round += 1) {
  took.hook.push(await asHook());
  took.node.push(await withNode());
}
process.stdout.write(JSON.stringify({ ...took, held: ballast.length }));

async function asHook(): Promise<number> {
  const fromMs = performance.now();
  const running = runHook({
    argv: [program],
    env: ENVIRONMENT,
    stdin: BODY,
    timeoutMs: 10_000,
  });
  const tookMs = performance.now() - fromMs;
  await running.settled;
  return tookMs;
}

async function withNode(): Promise<number> {
  const fromMs = performance.now();
  const child = spawn(program, [], {
    env: ENVIRONMENT,
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const tookMs = performance.now() - fromMs;
  child.stdin.end(BODY);
  child.stdout.resume();
  child.stderr.resume();
  await new Promise((resolve) => child.once('close', resolve));
  return tookMs;
}
