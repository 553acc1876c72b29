import { constants } from 'node:fs';
import { constants as system } from 'node:os';
import { isMainThread } from 'node:worker_threads';
import type { Leader, LeaderExit, LeaderRequest, SpawnLeader } from '@harness/hook-runner';
import { bindLibc, type Libc } from './libc.ts';

/** Flags of `posix_spawnattr_setflags`. Source: spawn.h of glibc 2.41 and of musl 1.2.5. */
const SETSIGDEF = 0x04;
const SETSIGMASK = 0x08;
const SETSID = 0x80;
/** Source: bits/waitflags.h of glibc 2.41. */
const WNOHANG = 1;
const MARK_FLAGS = constants.O_WRONLY | constants.O_CREAT;
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** More than the largest of `posix_spawnattr_t`, `posix_spawn_file_actions_t` and `sigset_t`: 336 bytes in both libraries. */
const STRUCT_BYTES = 512;

/** Of two names for one number, such as SIGABRT and SIGIOT, the first: as Node does. */
const SIGNAL_NAMES: ReadonlyMap<number, string> = new Map(
  Object.entries(system.signals)
    .map(([name, number]) => [number, name] as const)
    .reverse(),
);

/** What a program must not get. */
export interface PosixSpawnOptions {
  /** Asked at each start for the descriptors that were opened without close-on-exec; default none. */
  readonly alsoClosed?: () => readonly number[];
}

/**
 * Loads what starts programs by the C library's `posix_spawn`, each as the leader of a session of its own with no signal
 * blocked or ignored. Node forks: copying its page tables holds the process up, for 1 ms at 50 MB and 20 ms at 1 GB;
 * this takes 0.4 ms at any size. Loading holds it up once, some 15 ms, and takes 5 MB.
 *
 * What it gives starts nothing, and returns undefined, where the program is no absolute path, a text holds a NUL, a
 * stream is 0, 1 or 2 itself, or the system refuses. Should somebody else collect the end of a program, it ends with 255.
 *
 * Rejects in a worker thread, elsewhere than on Linux, and where koffi or the C library does not have what it takes.
 */
export async function loadPosixSpawn(options: PosixSpawnOptions = {}): Promise<SpawnLeader> {
  if (process.platform !== 'linux' || !isMainThread) {
    throw new Error("posix_spawn needs Linux, and the process's main thread");
  }
  const libc = await bindLibc();
  const start = starter(libc, options);
  const collector = createCollector(libc);
  return (request) => {
    const variables = Object.entries(request.env).map(([name, value]) => `${name}=${value}`);
    const pid = canBeGiven(request, variables) ? start(request, variables) : undefined;
    return pid === undefined ? undefined : collector.follow(pid);
  };
}

/** A name without a slash would be looked up in the wrong PATH; and C ends a text at its first NUL, without a word. */
function canBeGiven(request: LeaderRequest, variables: readonly string[]): boolean {
  const { argv, program = argv[0] ?? '', cwd = '', mark = '', streams } = request;
  const texts = [...argv, program, cwd, mark, ...variables];
  // A stream that is one of the three itself would be written over before it is handed on.
  return program.startsWith('/') && !texts.some(hasNul) && streams.every((fd) => fd > 2);
}

function hasNul(text: string): boolean {
  return text.includes('\0');
}

/** A session of its own, and every signal as a fresh program expects it: Node itself ignores SIGPIPE. */
function leaderAttributes(libc: Libc): Buffer {
  const [attributes, all, none] = [struct(), struct(), struct()];
  libc.sigfillset(all);
  const failed =
    libc.attrInit(attributes) ||
    libc.attrSetFlags(attributes, SETSIGDEF | SETSIGMASK | SETSID) ||
    libc.attrSetSigDefault(attributes, all) ||
    libc.attrSetSigMask(attributes, none);
  if (failed) {
    throw new Error(`posix_spawnattr: error ${failed}`);
  }
  return attributes;
}

/** Gives the pid; undefined when the system refuses, and nothing of the program has run. */
function starter(
  libc: Libc,
  { alsoClosed = () => [] }: PosixSpawnOptions,
): (request: LeaderRequest, variables: readonly string[]) => number | undefined {
  const attributes = leaderAttributes(libc);
  return ({ argv, program = argv[0] ?? '', cwd, mark, streams }, variables) => {
    const actions = struct();
    libc.actionsInit(actions);
    try {
      const steps = [
        // In the place of the input, which comes next and closes it.
        mark === undefined ? 0 : libc.actionsAddOpen(actions, 0, mark, MARK_FLAGS, 0o600),
        ...streams.map((fd, target) => libc.actionsAddDup2(actions, fd, target)),
        ...alsoClosed().map((fd) => libc.actionsAddClose(actions, fd)),
        cwd === undefined ? 0 : libc.actionsAddChdir(actions, cwd),
      ];
      const pid = Buffer.alloc(4);
      const words = [
        [...argv, null],
        [...variables, null],
      ] as const;
      const isReady = steps.every((step) => step === 0);
      const isDone = isReady && libc.spawn(pid, program, actions, attributes, ...words) === 0;
      return isDone ? pid.readInt32LE() : undefined;
    } catch {
      // More text than the call can carry.
      return undefined;
    } finally {
      libc.actionsDestroy(actions);
    }
  };
}

interface Running {
  readonly pid: number;
  readonly ended: (exit: LeaderExit) => void;
}

/** Nobody knows how it ended, but that it did. */
const COLLECTED_BY_OTHERS: LeaderExit = { code: 255, signal: null };

/** Collects the ends of the programs that were started here, and of no others. */
function createCollector(libc: Libc): { follow(pid: number): Leader } {
  const running = new Set<Running>();
  const awaited = new Set<Running>();
  // Waiting for a signal keeps no process alive.
  const keeper = setInterval(() => undefined, LONGEST_TIMER_MS).unref();
  const letGo = (one: Running): void => {
    awaited.delete(one);
    if (awaited.size === 0) {
      keeper.unref();
    }
  };
  const status = Buffer.alloc(4);
  process.on('SIGCHLD', () => {
    for (const one of running) {
      const answer = libc.waitpid(one.pid, status, WNOHANG);
      if (answer !== 0) {
        running.delete(one);
        letGo(one);
        one.ended(answer === one.pid ? exitIn(status.readInt32LE()) : COLLECTED_BY_OTHERS);
      }
    }
  });
  return {
    follow(pid) {
      const { promise: exit, resolve: ended } = Promise.withResolvers<LeaderExit>();
      const one = { pid, ended };
      running.add(one);
      awaited.add(one);
      keeper.ref();
      return { pid, exit, unref: () => letGo(one) };
    },
  };
}

/** Source: bits/waitstatus.h of glibc 2.41. */
function exitIn(status: number): LeaderExit {
  const signal = status & 0x7f;
  return signal === 0
    ? { code: (status >> 8) & 0xff, signal: null }
    : { code: null, signal: SIGNAL_NAMES.get(signal) ?? `SIG${signal}` };
}

function struct(): Buffer {
  return Buffer.alloc(STRUCT_BYTES);
}
