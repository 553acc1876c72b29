import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openOutputPipes, runHook } from '@harness/hook-runner';
import { loadPosixSpawn } from '@harness/posix-spawn';

/**
 * `hook-start-probe.ts MEGABYTES COUNT PROGRAM` holds so much memory and starts a program as a hook, as the daemon
 * does, and with Node alone, in turns. It prints how long the calls held this program up: `{ "hook": [ms], "node": [ms] }`.
 */
const [megabytes = '0', count = '0', program = ''] = process.argv.slice(2);
const BODY = 'x'.repeat(600);
const ENVIRONMENT = Object.fromEntries(
  Array.from({ length: 60 }, (_, index) => [`VARIABLE_${index}`, 'v'.repeat(40)]),
);

const ballast = Array.from({ length: Number(megabytes) }, (_, index) =>
  Buffer.alloc(1_000_000, index + 1),
);
const folder = mkdtempSync(join(tmpdir(), 'hook-start-'));
const pipes = openOutputPipes(folder);
await pipes.prime();
const spawnLeader = await loadPosixSpawn();
const took = { hook: [] as number[], node: [] as number[] };
for (let round = 0; round < Number(count); round += 1) {
  took.hook.push(await asHook());
  took.node.push(await withNode());
}
rmSync(folder, { recursive: true });
process.stdout.write(JSON.stringify({ ...took, held: ballast.length }));

async function asHook(): Promise<number> {
  const fromMs = performance.now();
  const running = runHook({
    argv: [program],
    env: ENVIRONMENT,
    stdin: BODY,
    timeoutMs: 10_000,
    outputPipe: pipes.takeNow,
    spawnLeader,
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
