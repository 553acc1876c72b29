import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import {
  announceStart,
  endpointFile,
  findDaemon,
  isAlive,
  MAX_SOCKET_PATH_BYTES,
  ownIdentity,
  processStartTime,
  readEndpoint,
  readStart,
  removeEndpoint,
  socketPath,
  socketPathProblem,
  stateFolder,
  withdrawStart,
  writeEndpoint,
} from '@harness/protocol';
import { describe, expect, it } from 'vitest';
import { throwawayFolder } from './answering-server.ts';

describe('where things are', () => {
  it.each([
    [{ XDG_STATE_HOME: '/s', HOME: '/h' }, '/s/harness'],
    [{ XDG_STATE_HOME: '', HOME: '/h' }, '/h/.local/state/harness'],
    [{ XDG_STATE_HOME: 'relative', HOME: '/h' }, '/h/.local/state/harness'],
    [{}, join(homedir(), '.local/state/harness')],
  ])('the state folder of %j is %s', (env, folder) => {
    expect(stateFolder(env)).toBe(folder);
  });

  it.each([
    [{ HARNESS_SOCKET: '/x.sock', XDG_RUNTIME_DIR: '/run/user/1', HOME: '/h' }, '/x.sock'],
    [
      { HARNESS_SOCKET: '', XDG_RUNTIME_DIR: '/run/user/1', HOME: '/h' },
      '/run/user/1/harness.sock',
    ],
    [{ HOME: '/h' }, '/h/.local/state/harness/harness.sock'],
  ])('the socket of %j is %s', (env, socket) => {
    expect(socketPath(env)).toBe(socket);
  });

  it('takes a socket path of just the longest length, counted in bytes', () => {
    const longest = `/${'é'.repeat((MAX_SOCKET_PATH_BYTES - 1) / 2)}`;
    expect(socketPathProblem(longest)).toBeUndefined();
    expect(socketPathProblem(`${longest}x`)).toContain(`${MAX_SOCKET_PATH_BYTES + 1} bytes`);
  });
});

describe('the record of the daemon', () => {
  const record = { socket: '/run/d.sock', startedAt: '2026-09-25T20:15:16Z', version: '1.2.3' };

  it('comes back as it was written, private, in a private folder', () => {
    const folder = join(throwawayFolder(), 'state');
    const endpoint = { ...record, ...ownIdentity() };
    writeEndpoint(folder, endpoint);
    expect(readEndpoint(folder)).toEqual(endpoint);
    expect(statSync(endpointFile(folder)).mode & 0o777).toBe(0o600);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
  });

  it.each(['', '\0\0\0\0', '{', '[]', 'null', '{"pid":1}', '{"pid":"1","startTime":"1"}'])(
    'is no record at all when the file holds %j',
    (text) => {
      const folder = throwawayFolder();
      writeFileSync(endpointFile(folder), text);
      expect(readEndpoint(folder)).toBeUndefined();
    },
  );

  it('is taken away by its own daemon only', () => {
    const folder = throwawayFolder();
    const successor = { ...record, pid: 4_000_000, startTime: '1' };
    writeEndpoint(folder, successor);
    removeEndpoint(folder, ownIdentity());
    expect(readEndpoint(folder)).toEqual(successor);
    removeEndpoint(folder, successor);
    expect(readEndpoint(folder)).toBeUndefined();
  });
});

describe('finding the daemon', () => {
  function world() {
    const folder = throwawayFolder();
    const env = { XDG_STATE_HOME: folder, XDG_RUNTIME_DIR: '/run/other', HOME: folder };
    return { env, folder: join(folder, 'harness') };
  }
  const alive = { ...ownIdentity(), socket: '/rec.sock', startedAt: '', version: '' };

  it('prefers the flag, then HARNESS_SOCKET, then the record of a living daemon, then the default', () => {
    const { env, folder } = world();
    writeEndpoint(folder, alive);
    const named = { ...env, HARNESS_SOCKET: '/env.sock' };
    expect(findDaemon({ env: named, socket: '/flag.sock' }).socket).toBe('/flag.sock');
    expect(findDaemon({ env: named })).toEqual({ socket: '/env.sock', alive: true });
    expect(findDaemon({ env })).toEqual({ socket: '/rec.sock', alive: true });
    writeEndpoint(folder, { ...alive, startTime: '1' });
    expect(findDaemon({ env })).toEqual({ socket: '/run/other/harness.sock', alive: false });
  });

  it('knows of a daemon that has announced its start and does not listen yet', () => {
    const { env, folder } = world();
    announceStart(folder, ownIdentity());
    expect(findDaemon({ env }).alive).toBe(true);
    withdrawStart(folder, ownIdentity());
    expect(findDaemon({ env }).alive).toBe(false);
    expect(readStart(folder)).toBeUndefined();
  });

  it('does not let an announced start touch the record of a daemon that listens', () => {
    const { folder } = world();
    writeEndpoint(folder, alive);
    const before = readFileSync(endpointFile(folder), 'utf8');
    announceStart(folder, { pid: 4_000_000, startTime: '1' });
    withdrawStart(folder, ownIdentity());
    expect(readFileSync(endpointFile(folder), 'utf8')).toBe(before);
    expect(readStart(folder)).toEqual({ pid: 4_000_000, startTime: '1' });
  });

  it('creates nothing by looking', () => {
    const { env, folder } = world();
    findDaemon({ env });
    expect(() => statSync(folder)).toThrow('ENOENT');
    mkdirSync(folder);
    findDaemon({ env });
    expect(readEndpoint(folder)).toBeUndefined();
  });
});

describe('a process', () => {
  it('is told apart from an ended one, and from another of the same number', async () => {
    const child = spawn('sleep', ['60']);
    await once(child, 'spawn');
    const identity = { pid: child.pid ?? 0, startTime: processStartTime(child.pid ?? 0) ?? '' };
    expect(isAlive(identity)).toBe(true);
    expect(isAlive({ ...identity, startTime: '1' })).toBe(false);
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(isAlive(identity)).toBe(false);
  });
});
