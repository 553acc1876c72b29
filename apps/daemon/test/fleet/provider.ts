import { execFileSync } from 'node:child_process';
import { closeSync, constants, openSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { throwawayFolder } from '../shipped-hooks/run-shipped.ts';

/** What every harness of a fleet hangs on. */
export interface Provider {
  /** A script that runs until the provider fails, and fails while it is down. */
  readonly script: string;
  fail(): void;
  comeBack(): void;
}

/** A provider that is up. */
export function createProvider(): Provider {
  const folder = throwawayFolder();
  const up = join(folder, 'up');
  const calls = join(folder, 'calls');
  execFileSync('mkfifo', [calls]);
  writeFileSync(up, '');
  return {
    script: `[ -e ${up} ] && read -r _ <${calls}\necho 'the provider answers 503'\nexit 1`,
    fail: () => {
      rmSync(up);
      // Whoever waits to read goes on, and finds nothing.
      closeSync(openSync(calls, constants.O_WRONLY | constants.O_NONBLOCK));
    },
    comeBack: () => writeFileSync(up, ''),
  };
}
