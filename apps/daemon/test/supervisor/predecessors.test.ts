import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore, type Store } from '@harness/store';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { RUN_MARK } from '../../src/process/run-mark.ts';
import { markStart } from '../../src/supervisor/mark-start.ts';
import { createPredecessors } from '../../src/supervisor/predecessors.ts';

const START = { argv: ['sleep'], cwd: '/', env: { PATH: '/usr/bin:/bin' }, tty: false } as const;
let folder: string;
let store: Store;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'harness-'));
  store = openStore({ folder, nowMs: Date.now, onTrouble: () => undefined });
});

afterEach(() => {
  store.close();
  rmSync(folder, { recursive: true, force: true });
});

describe('a daemon that died before it could write down what it had started', () => {
  it('has its child ended by the next one', async () => {
    const { env } = markStart('a', START, store, Date.now());
    const child = sleeper(env);
    await predecessors().gone('a');
    expect(child.signalCode).toBe('SIGTERM');
    expect(store.processes()).toEqual([]);
  });

  it('leaves alone what an earlier run of the harness has sent into a session of its own', async () => {
    const server = sleeper(markStart('a', START, store, Date.now()).env);
    const { env } = markStart('a', START, store, Date.now());
    const child = sleeper(env);
    await predecessors().gone('a');
    expect(child.signalCode).toBe('SIGTERM');
    expect(readFileSync(`/proc/${server.pid}/stat`, 'utf8')).not.toContain(' Z ');
  });

  it('is no trouble where nothing came of the start', async () => {
    markStart('a', START, store, Date.now());
    await predecessors().gone('a');
    expect(store.processes()).toEqual([]);
  });

  it('is known by a mark that no two starts share', () => {
    const marks = [1, 2].map(() => markStart('a', START, store, Date.now()).env[RUN_MARK]);
    expect(new Set(marks).size).toBe(2);
  });
});

function predecessors() {
  const log = { warn: () => undefined, error: () => undefined };
  return createPredecessors({ store, log: log as never, stopGraceMs: 5000 });
}

function sleeper(env: Readonly<Record<string, string>>) {
  const child = spawn('sleep', ['60'], { env, detached: true, stdio: 'ignore' });
  onTestFinished(async () => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
  });
  return child;
}
