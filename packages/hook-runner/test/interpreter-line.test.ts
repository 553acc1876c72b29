import { describe, expect, it } from 'vitest';
import { envProgram, parseInterpreterLine } from '../src/interpreter-line.ts';

describe('an interpreter line', () => {
  it.each([
    { start: '#!/bin/sh\nrest', line: ['/bin/sh', '', false] },
    { start: '#! \t/bin/sh  -e -u \t\n', line: ['/bin/sh', '-e -u', false] },
    { start: '#!/bin/sh', line: ['/bin/sh', '', false] },
    { start: '#!/bin/sh\r\n', line: ['/bin/sh\r', '', true] },
    { start: '#!/bin/sh -e\r\n', line: ['/bin/sh', '-e\r', true] },
    { start: '#!/bin/sh\0junk\n', line: ['/bin/sh', '', false] },
  ])('is taken apart as the kernel does: $start', ({ start, line }) => {
    const read = parseInterpreterLine(start);
    expect([read?.interpreter, read?.argument, read?.hasCarriageReturn]).toEqual(line);
  });

  it.each(['', 'exit 0\n', ' #!/bin/sh\n', '#\n', '#!\n', '#!   \n'])(
    'is absent in %j',
    (start) => {
      expect(parseInterpreterLine(start)).toBeUndefined();
    },
  );

  it.each([
    { start: '#!/usr/bin/env node', name: 'node' },
    { start: '#!/usr/bin/env node --flag', name: 'node --flag' },
    { start: '#!/usr/bin/env -S node --flag', name: 'node' },
    { start: '#!/usr/bin/env -Snode', name: 'node' },
    { start: '#!/usr/bin/env -S -i A=1 node', name: 'node' },
    { start: '#!/usr/bin/env -i', name: undefined },
    { start: '#!/usr/bin/env', name: undefined },
    { start: '#!/usr/bin/envoy node', name: undefined },
  ])('asks env for $name: $start', ({ start, name }) => {
    const line = parseInterpreterLine(start);
    expect(line && envProgram(line)).toBe(name);
  });
});
