import { loadPosixSpawn } from '@harness/posix-spawn';
import { afterAll, expect } from 'vitest';
import { heldTerminalFds } from '../../src/process/terminal-fds.ts';
import { startWith } from './spawn.ts';
import './spawn-process.test.ts';

const spawn = await loadPosixSpawn({ alsoClosed: heldTerminalFds });
let starts = 0;
startWith((request) => {
  const leader = spawn(request);
  starts += leader === undefined ? 0 : 1;
  return leader;
});

afterAll(() => expect(starts).toBeGreaterThan(20));
