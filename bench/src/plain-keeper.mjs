import { spawn } from 'node:child_process';

const TICK_MS = 1000;

/**
 * The least that Node needs to keep children: `plain-keeper.mjs COUNT` runs so many idle ones on two pipes each,
 * and wakes up once a second, as whoever looks at a clock must.
 */
for (let started = 0; started < Number(process.argv[2]); started += 1) {
  const child = spawn('sleep', ['infinity'], { stdio: ['ignore', 'pipe', 'pipe'] });
  child.stdout.resume();
  child.stderr.resume();
  child.on('exit', (code) => process.exit(code ?? 1));
}

setInterval(() => undefined, TICK_MS);
