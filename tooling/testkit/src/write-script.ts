import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Writes an executable file and returns its path: a shell script, unless the text has an interpreter
 * line of its own. An existing one is replaced in one step, so that nobody ever runs half of it.
 */
export async function writeScript(dir: string, name: string, text: string): Promise<string> {
  const path = join(dir, name);
  await writeFile(`${path}~`, text.startsWith('#!') ? text : `#!/bin/sh\n${text}`, { mode: 0o755 });
  await rename(`${path}~`, path);
  return path;
}
