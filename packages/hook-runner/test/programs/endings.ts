import { readdirSync, readFileSync } from 'node:fs';
import { type HookCommand, runHook } from '@harness/hook-runner';

// Delivers to each program named on the command line many times, some at once, and prints the endings
// with what this process holds before, after a first round, and at the end.
const [count = '', ...programs] = process.argv.slice(2);
const endings: Record<string, number> = {};

await deliver(20);
const before = holdings();
await deliver(Number(count));
process.stdout.write(JSON.stringify({ endings, before, after: holdings() }));

async function deliver(times: number): Promise<void> {
  const waiting = programs.flatMap((program) => Array<string>(times).fill(program));
  await Promise.all(Array.from({ length: 8 }, () => work(waiting)));
}

async function work(waiting: string[]): Promise<void> {
  for (let program = waiting.pop(); program !== undefined; program = waiting.pop()) {
    const hook = runHook(commandFor(program));
    const { detail } = await hook.outcome;
    await hook.settled;
    const name = `${program.split('/').at(-1)} ${detail.kind}`;
    endings[name] = (endings[name] ?? 0) + 1;
  }
}

function commandFor(program: string): HookCommand {
  const timeoutMs = program.endsWith('slow') ? 60 : 60_000;
  return { argv: [program], env: { PATH: '/usr/bin:/bin' }, stdin: '{}\n', timeoutMs };
}

function holdings(): { descriptors: number; defunct: number; memory: number } {
  return {
    descriptors: readdirSync('/proc/self/fd').length,
    defunct: readdirSync('/proc').filter(isDefunctChild).length,
    memory: process.memoryUsage.rss(),
  };
}

function isDefunctChild(pid: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'latin1').includes(`) Z ${process.pid} `);
  } catch {
    return false;
  }
}
