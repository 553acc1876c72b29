import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';

/** What a program prints that starts a sleeper, lets go of it if it is told to, and reports its end. */
function printed(letGo: boolean): string {
  const script = `import { openSync } from 'node:fs';
    import { loadPosixSpawn } from ${JSON.stringify(join(import.meta.dirname, '../src/index.ts'))};
    const none = openSync('/dev/null', 'r+');
    const spawn = await loadPosixSpawn();
    const leader = spawn({ argv: ['/bin/sleep', '0.3'], env: {}, streams: [none, none, none] });
    leader.exit.then(({ code }) => console.log('ended', code));
    ${letGo ? 'leader.unref();' : ''}
    process.once('exit', () => console.log('exit'));`;
  const node = ['--conditions=@harness/source', '--input-type=module', '--eval', script];
  return execFileSync(process.execPath, node, { encoding: 'utf8' });
}

it('keeps the process alive until the program ends, unless it lets go of it', () => {
  expect(printed(false)).toBe('ended 0\nexit\n');
  expect(printed(true)).toBe('exit\n');
});
