import { spawn } from 'node:child_process';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Environment } from '@harness/protocol';

/** What opens a browser here: `$BROWSER`, or the desktop's own way; undefined where there is none. */
export function browserOf(env: Environment): string | undefined {
  const named = env['BROWSER'];
  if (named !== undefined && named !== '') {
    return named;
  }
  if (process.platform === 'darwin') {
    return 'open';
  }
  return env['DISPLAY'] || env['WAYLAND_DISPLAY'] ? 'xdg-open' : undefined;
}

/** With what, and through which folder of mode 0700, a link is opened. */
export interface Opening {
  readonly browser: string;
  readonly folder: string;
  readonly env: Environment;
}

/**
 * Opens a link that nobody else may learn: every account sees the arguments of a program, so that the browser is given a
 * private file that leads there. What cannot be opened is no error, for the link has been printed.
 */
export function openPrivately(url: string, { browser, folder, env }: Opening): void {
  try {
    const file = join(folder, 'open-board.html');
    writeFileSync(file, leadTo(url), { mode: 0o600 });
    chmodSync(file, 0o600);
    const child = spawn(browser, [pathToFileURL(file).href], {
      env,
      detached: true,
      stdio: 'ignore',
    });
    child.on('error', () => undefined);
    child.unref();
  } catch {
    // A folder that takes no file: the link is there to be clicked.
  }
}

function leadTo(url: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>harness</title>
<meta http-equiv="refresh" content="0; url=${url}"></head><body><a href="${url}">To the board</a></body></html>
`;
}
