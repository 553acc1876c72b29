import { execFileSync } from 'node:child_process';
import { mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

const SOURCES = join(import.meta.dirname, '../c');
const HOME = join(import.meta.dirname, '../.home');

/** The programs in C that limits are measured with. */
export type CProgram = 'die' | 'hook' | 'supervise' | 'terminal-reader';

/**
 * The path of a program in C, compiled when it is asked for the first time or its source has changed.
 *
 * @throws {Error} There is no C compiler, or it refuses the source.
 */
export function cProgram(name: CProgram): string {
  const source = join(SOURCES, `${name}.c`);
  const program = join(HOME, name);
  if (changedMs(program) < Math.max(changedMs(source), changedMs(join(SOURCES, 'clock.h')))) {
    mkdirSync(HOME, { recursive: true });
    execFileSync('cc', ['-O2', '-Wall', '-o', program, source, '-lutil'], { stdio: 'inherit' });
  }
  return program;
}

function changedMs(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
