import { closeSync, openSync } from 'node:fs';
import { runHook } from '@harness/hook-runner';

// Delivers with ever more of the descriptors that this process may have, from none on, and prints the details.
const [program = ''] = process.argv.slice(2);
const details: unknown[] = [];
for (let spare = 0; spare < 16; spare += 1) {
  const taken = takeAll();
  release(taken.splice(0, spare));
  const hook = runHook({ argv: [program], env: {}, stdin: '{}\n', timeoutMs: 5000 });
  details.push((await hook.outcome).detail);
  await hook.settled;
  release(taken);
}
process.stdout.write(JSON.stringify(details));

function takeAll(): number[] {
  const taken: number[] = [];
  try {
    for (;;) {
      taken.push(openSync('/dev/null', 'r'));
    }
  } catch {
    return taken;
  }
}

function release(descriptors: readonly number[]): void {
  for (const descriptor of descriptors) {
    closeSync(descriptor);
  }
}
