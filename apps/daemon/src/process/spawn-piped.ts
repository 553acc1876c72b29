import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync } from 'node:fs';
import { Socket } from 'node:net';
import { type Leader, leaderOf, type OutputPipe } from '@harness/hook-runner';
import { findProgram } from './find-program.ts';
import { type OutputReader, readOutput } from './output-reader.ts';
import type { SpawnContext, SpawnRequest } from './spawn-process.ts';
import type { StartedProgram } from './started-program.ts';
import { hideTerminals, openNull } from './terminal-fds.ts';

/**
 * Starts a program whose standard output and standard error are one pipe and whose input is empty, in a
 * session of its own. Rejects with the system's error when it does not start.
 */
export async function spawnPiped(
  request: SpawnRequest,
  { pipes, forkless }: Pick<SpawnContext, 'pipes' | 'forkless'>,
  onOutput: (chunk: Buffer) => void,
): Promise<StartedProgram> {
  const pipe = await pipes.take();
  return pipe === undefined
    ? spawnOnTwo(request, onOutput)
    : spawnOnOne(request, pipe, forkless, onOutput);
}

async function spawnOnOne(
  request: SpawnRequest,
  pipe: OutputPipe,
  forkless: SpawnContext['forkless'],
  onOutput: (chunk: Buffer) => void,
): Promise<StartedProgram> {
  let direct: Leader | undefined;
  let leader: Leader;
  try {
    direct = await startDirectly(request, pipe, forkless);
    leader = direct ?? (await startOnOne(request, pipe));
  } catch (error) {
    closeSync(pipe.readFd);
    pipe.release(true);
    throw error;
  } finally {
    // As long as the daemon holds it too, the end of file never comes.
    closeSync(pipe.writeFd);
  }
  const reader = readOutput(
    (onread) => [new Socket({ fd: pipe.readFd, readable: true, writable: false, onread })],
    onOutput,
  );
  reader.ended.then(
    () => pipe.release(reader.atEof),
    () => undefined,
  );
  return started(leader, direct === undefined, reader);
}

/** Undefined where Node has to start it, or to say why it cannot be started. */
async function startDirectly(
  request: SpawnRequest,
  { writeFd }: OutputPipe,
  forkless: SpawnContext['forkless'],
): Promise<Leader | undefined> {
  if (forkless?.isLoaded() !== true) {
    return undefined;
  }
  const [name = ''] = request.argv;
  const { cwd, env } = request;
  // With a slash in it the name is the path, and what a script sees as $0.
  const found = name.includes('/')
    ? { kind: 'found', path: name }
    : await findProgram(name, cwd, env['PATH']);
  const streams = [openNull(), writeFd, writeFd] as const;
  return found.kind === 'found'
    ? forkless.spawnLeader({ ...request, program: found.path, streams })
    : undefined;
}

async function startOnOne(request: SpawnRequest, { writeFd }: OutputPipe): Promise<Leader> {
  const [, leader] = await start(request, hideTerminals(['ignore', writeFd, writeFd]));
  return leader;
}

// The order between the two is lost, and /dev/stderr cannot be opened; better than not to start.
async function spawnOnTwo(
  request: SpawnRequest,
  onOutput: (chunk: Buffer) => void,
): Promise<StartedProgram> {
  const [child, leader] = await start(request, hideTerminals(['ignore', 'pipe', 'pipe']));
  const sockets = [child.stdout, child.stderr].filter((stream) => stream instanceof Socket);
  const reader = readOutput((onread) => {
    for (const socket of sockets) {
      socket.on('data', (chunk: Buffer) => onread.callback(chunk.length, chunk));
    }
    return sockets;
  }, onOutput);
  return started(leader, true, reader);
}

async function start(
  request: SpawnRequest,
  stdio: StdioOptions,
): Promise<readonly [ChildProcess, Leader]> {
  const [program = '', ...args] = request.argv;
  const { cwd, env } = request;
  const child = spawn(program, args, { cwd, env, stdio, detached: true });
  if (child.pid === undefined) {
    const [error] = await once(child, 'error');
    throw error;
  }
  return [child, leaderOf(child, child.pid)];
}

function started({ pid, exit }: Leader, forked: boolean, reader: OutputReader): StartedProgram {
  return {
    pid,
    exit: exit.then(({ code, signal }) =>
      signal === null ? { kind: 'exited', code: code ?? 0 } : { kind: 'signalled', signal },
    ),
    forked,
    reader,
  };
}
