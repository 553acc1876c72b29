import { randomBytes } from 'node:crypto';
import type { HarnessSpec } from '@harness/harness-config';
import type { RunView, ThrowawayRequest } from '@harness/protocol';
import type { DurableLog } from '../output/durable-log.ts';
import type { SpawnRequest } from '../process/spawn-process.ts';
import { inheritableEnvironment } from '../supervisor/harness-environment.ts';
import { TERMINAL } from '../supervisor/harness-request.ts';
import { createOneShot, type OneShot, type OneShotContext } from './one-shot.ts';
import type { RunEnding } from './run-ending.ts';
import { viewOfRun } from './view-run.ts';

/** A harness for one command: it has one run and leaves nothing behind. */
export interface Throwaway {
  readonly oneShot: OneShot;
  /** Starts the run; settles when nothing of it is left. */
  run(): Promise<RunView>;
}

export interface ThrowawayOptions {
  readonly request: ThrowawayRequest;
  readonly context: Omit<OneShotContext, 'book' | 'ended' | 'intentChanged' | 'request'>;
  /** Writes down that the process is about to start. */
  readonly mark: (request: SpawnRequest) => SpawnRequest;
  /** Its log for everybody who looks while it runs. */
  readonly log: DurableLog;
  /** Its log for whoever started it. */
  readonly clientLog: DurableLog;
  readonly name: string;
}

/** A name that no harness has. */
export function throwawayName(isTaken: (name: string) => boolean): string {
  const name = `run-${randomBytes(3).toString('hex')}`;
  return isTaken(name) ? throwawayName(isTaken) : name;
}

/** Makes the harness; nothing runs yet. */
export function createThrowaway(options: ThrowawayOptions): Throwaway {
  const { request, context, mark, log, clientLog, name } = options;
  const { clock } = context;
  const startedAtMs = clock.wallMs();
  const intent = { wanted: true, by: 'operator', why: 'harness run', atMs: startedAtMs } as const;
  const { argv, cwd, env, tty } = request;
  const oneShot = createOneShot(specOf(name, request), intent, log, {
    ...context,
    request: async () =>
      mark({ argv, cwd, env: inheritableEnvironment(env), tty: tty ? TERMINAL : false }),
    book: { begin: () => 1, end: () => 0, badRun: undefined, openLog: () => clientLog },
    ended: () => undefined,
    intentChanged: () => undefined,
  });

  return {
    oneShot,
    async run() {
      await oneShot.bar('resume');
      const ending = await oneShot.ask('operator').ended;
      await oneShot.bar('retire');
      await clientLog.flush();
      return viewOf(name, startedAtMs, clock.wallMs(), ending);
    },
  };
}

function viewOf(
  harness: string,
  startedAtMs: number,
  endedAtMs: number,
  ending: RunEnding,
): RunView {
  return viewOfRun({ harness, runId: 1, trigger: 'operator', startedAtMs, endedAtMs, ...ending });
}

function specOf(name: string, { argv, cwd, tty, timeoutMs }: ThrowawayRequest): HarnessSpec {
  return {
    name,
    adapter: 'command',
    args: [],
    argv,
    workdir: cwd,
    envFiles: [],
    enabled: false,
    tty,
    restart: 'no',
    restartDelayMs: 0,
    oneShot: true,
    runs: { timeoutMs, onOverlap: 'skip', keepRuns: 1 },
    autoAccept: false,
    loopLimit: 0,
    quota: { backoffMs: 0, backoffMaxMs: 0 },
    source: { file: 'harness run', line: 1 },
  };
}
