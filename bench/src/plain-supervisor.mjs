import { spawn } from 'node:child_process';

/**
 * The least supervisor that Node can be: `plain-supervisor.mjs DIE HOOK FOLDER [COUNT]` runs children on two pipes each and, each time
 * that one dies, the hook, detached, with 600 bytes on its input and 60 variables.
 */
const [die = '', hook = '', folder = '', count = '1'] = process.argv.slice(2);
const BODY = 'x'.repeat(600);
const ENVIRONMENT = Object.fromEntries(
  Array.from({ length: 60 }, (_, index) => [`VARIABLE_${index}`, 'v'.repeat(40)]),
);

for (let started = 0; started < Number(count); started += 1) {
  supervise();
}

function supervise() {
  const child = spawn(die, [folder], { stdio: ['ignore', 'pipe', 'pipe'] });
  child.stdout.resume();
  child.stderr.resume();
  child.on('exit', tell);
}

function tell() {
  const told = spawn(hook, [folder], {
    env: ENVIRONMENT,
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  told.stdout.resume();
  told.stderr.resume();
  told.stdin.end(BODY);
  told.on('exit', supervise);
}
