import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const BOARD = fileURLToPath(new URL('../../../board/', import.meta.url));

/** Builds the page that a daemon from source serves; says how many bytes it has, compressed. */
export function buildPage(): number {
  const said = execFileSync(process.execPath, ['build/write-page.ts'], {
    cwd: BOARD,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return Number(/has (\d+) bytes/.exec(said)?.[1]);
}
