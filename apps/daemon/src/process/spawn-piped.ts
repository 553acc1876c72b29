import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync } from 'node:fs';
import { Socket } from 'node:net';
import type { Leader, LeaderExit, OutputPipe, SpawnLeader } from '@harness/hook-runner';
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
  { pipes, spawnLeader }: Pick<SpawnContext, 'pipes' | 'spawnLeader'>,
  onOutput: (chunk: Buffer) => void,
): Promise<StartedProgram> {
  const pipe = await pipes.take();
  return pipe === undefined
    ? spawnOnTwo(request, onOutput)
    : spawnOnOne(request, pipe, spawnLeader, onOutput);
}

async function spawnOnOne(
  request: SpawnRequest,
  pipe: OutputPipe,
  spawnLeader: SpawnLeader | undefined,
  onOutput: (chunk: Buffer) => void,
): Promise<StartedProgram> {
  let leader: StartedLeader;
  try {
    leader =
      (await startForkless(request, pipe, spawnLeader)) ??
      leaderOf(await start(request, hideTerminals(['ignore', pipe.writeFd, pipe.writeFd])));
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
  return started(leader, reader);
}

/** Undefined where Node has to start it, or to say why it cannot be started. */
async function startForkless(
  request: SpawnRequest,
  { writeFd }: OutputPipe,
  spawnLeader: SpawnLeader | undefined,
): Promise<StartedLeader | undefined> {
  const [name = ''] = request.argv;
  const { cwd, env } = request;
  // With a slash in it the name is the path, and what a script sees as $0.
  const found = name.includes('/')
    ? { kind: 'found', path: name }
    : await findProgram(name, cwd, env['PATH']);
  const streams = [openNull(), writeFd, writeFd] as const;
  const leader =
    found.kind === 'found'
      ? spawnLeader?.({ ...request, program: found.path, streams })
      : undefined;
  return leader && { pid: leader.pid, exit: leader.exit, forked: false };
}

// The order between the two is lost, and /dev/stderr cannot be opened; better than not to start.
async function spawnOnTwo(
  request: SpawnRequest,
  onOutput: (chunk: Buffer) => void,
): Promise<StartedProgram> {
  const child = await start(request, hideTerminals(['ignore', 'pipe', 'pipe']));
  const sockets = [child.stdout, child.stderr].filter((stream) => stream instanceof Socket);
  const reader = readOutput((onread) => {
    for (const socket of sockets) {
      socket.on('data', (chunk: Buffer) => onread.callback(chunk.length, chunk));
    }
    return sockets;
  }, onOutput);
  return started(leaderOf(child), reader);
}

async function start(request: SpawnRequest, stdio: StdioOptions): Promise<ChildProcess> {
  const [program = '', ...args] = request.argv;
  const { cwd, env } = request;
  const child = spawn(program, args, { cwd, env, stdio, detached: true });
  if (child.pid === undefined) {
    const [error] = await once(child, 'error');
    throw error;
  }
  return child;
}

interface StartedLeader extends Pick<Leader, 'pid' | 'exit'> {
  readonly forked: boolean;
}

function leaderOf(child: ChildProcess): StartedLeader {
  const { promise: exit, resolve } = Promise.withResolvers<LeaderExit>();
  child.once('exit', (code, signal) => resolve({ code, signal }));
  return { pid: child.pid ?? 0, exit, forked: true };
}

function started({ pid, exit, forked }: StartedLeader, reader: OutputReader): StartedProgram {
  return {
    pid,
    exit: exit.then(({ code, signal }) =>
      signal === null ? { kind: 'exited', code: code ?? 0 } : { kind: 'signalled', signal },
    ),
    forked,
    reader,
  };
}
