import { closeSync, openSync } from 'node:fs';
import { runHook } from '@harness/hook-runner';
import { afterEach, expect, it } from 'vitest';

const open: number[] = [];
afterEach(() => {
  for (const fd of open.splice(0)) {
    closeSync(fd);
  }
});

it('lets the caller say what stands in the place of a descriptor of its own', async () => {
  const sink = openSync('/dev/null', 'r+');
  open.push(sink);
  const run = (arranged: boolean): ReturnType<typeof runHook> =>
    runHook({
      argv: ['/bin/sh', '-c', 'readlink /proc/self/fd/9 || echo closed'],
      env: {},
      stdin: '',
      timeoutMs: 10_000,
      ...(arranged
        ? { arrangeStdio: (streams) => [...streams, ...Array(6).fill('ignore'), sink] }
        : {}),
    });
  expect((await run(true).outcome).tail).toBe('/dev/null\n');
  expect((await run(false).outcome).tail).toBe('closed\n');
});
