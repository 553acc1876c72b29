import type { IncomingMessage } from 'node:http';
import type {
  Check,
  DoctorAnswer,
  HarnessAnswer,
  HarnessDetailAnswer,
  HarnessesAnswer,
  NotifyTest,
  NotifyTestAnswer,
  NotifyTestRequest,
  ProjectAnswer,
  ProjectView,
  ReloadAnswer,
  ReloadSummary,
  Status,
} from './answer.ts';
import { callDaemon, type DaemonAddress, openStream } from './call-daemon.ts';
import type { HarnessDetail, HarnessView } from './harness-view.ts';
import type { NotificationsAnswer } from './notification-view.ts';
import type { BoardLinkAnswer, Overview } from './overview.ts';
import {
  type HarnessVerb,
  harnessPath,
  type LogRequest,
  logsPath,
  type NotificationsRequest,
  notificationsPath,
  PATHS,
  runsPath,
  triggerPath,
  verbPath,
} from './route.ts';
import type { RunAnswer, RunsAnswer, RunsRequest, RunView } from './run-view.ts';
import { readThrowaway, type ThrowawayMessage, type ThrowawayRequest } from './throwaway.ts';

/**
 * The local API as functions. Each throws {@link DaemonDown} when nobody answers and {@link DaemonError}
 * when the daemon refuses.
 */
export interface DaemonClient {
  status(): Promise<Status>;
  harnesses(): Promise<HarnessesAnswer>;
  harness(name: string): Promise<HarnessDetail>;
  /** Answers when it is done: `stop` once nothing of it is left, the others once it is spawned or could not be. */
  command(name: string, verb: HarnessVerb): Promise<HarnessView>;
  reload(): Promise<ReloadSummary>;
  /** Takes the project of a folder, an absolute path, as its file is now. */
  up(folder: string): Promise<ProjectView>;
  /** Drops the project of a folder; answers when nothing of it is left. */
  down(folder: string): Promise<ProjectView>;
  notifications(request: NotificationsRequest): Promise<NotificationsAnswer>;
  /** Asks for a run of a one-shot; with `wait` it answers when the run has come out, however long that takes. */
  trigger(name: string, options?: { readonly wait?: boolean }): Promise<RunView>;
  runs(request: RunsRequest): Promise<readonly RunView[]>;
  /** Runs a command as a harness that is gone when it ends; the messages come as things happen. */
  runThrowaway(
    request: ThrowawayRequest,
  ): Promise<AsyncGenerator<ThrowawayMessage, void, undefined>>;
  /** The log as UTF-8 text. With `follow` it goes on until it is destroyed. */
  logs(name: string, request: LogRequest): Promise<IncomingMessage>;
  /** All that a look at the daemon begins with. */
  overview(): Promise<Overview>;
  /** Makes a link that logs a browser in to the board, once and soon. */
  boardLink(): Promise<BoardLinkAnswer>;
  doctor(): Promise<readonly Check[]>;
  notifyTest(request: NotifyTestRequest): Promise<NotifyTest>;
  /** Answers when the shutdown has begun. */
  shutdown(): Promise<void>;
}

// A look costs the daemon microseconds; what takes longer than this is stuck.
const LOOK_MS = 10_000;
// Stopping is 10 s of grace, then as much again for what a run has left behind.
const COMMAND_MS = 60_000;
// The most that a timer takes: a run may go on for as long as it likes.
const FOR_EVER_MS = 2 ** 31 - 1;
// The longest timeout a hook may have, and what the daemon adds.
const TEST_MS = 320_000;

/** A client of the daemon at this address. Connects anew for each call; keeps nothing open. */
export function daemonClient(address: DaemonAddress): DaemonClient {
  const get = <T>(path: string): Promise<T> =>
    callDaemon<T>(address, { method: 'GET', path, timeoutMs: LOOK_MS });
  const post = <T>(path: string, timeoutMs: number, body: object = {}): Promise<T> =>
    callDaemon<T>(address, { method: 'POST', path, timeoutMs, body });
  return {
    status: () => get<Status>(PATHS.status),
    harnesses: () => get<HarnessesAnswer>(PATHS.harnesses),
    harness: async (name) => (await get<HarnessDetailAnswer>(harnessPath(name))).harness,
    command: async (name, verb) =>
      (await post<HarnessAnswer>(verbPath(name, verb), COMMAND_MS)).harness,
    up: async (folder) => (await post<ProjectAnswer>(PATHS.up, COMMAND_MS, { folder })).project,
    down: async (folder) => (await post<ProjectAnswer>(PATHS.down, COMMAND_MS, { folder })).project,
    notifications: (request) => get<NotificationsAnswer>(notificationsPath(request)),
    reload: async () => (await post<ReloadAnswer>(PATHS.reload, COMMAND_MS)).changed,
    trigger: async (name, { wait = false } = {}) =>
      (await post<RunAnswer>(triggerPath(name), wait ? FOR_EVER_MS : COMMAND_MS, { wait })).run,
    runs: async (request) => (await get<RunsAnswer>(runsPath(request))).runs,
    runThrowaway: async (body) =>
      readThrowaway(
        await openStream(address, {
          method: 'POST',
          path: PATHS.throwaways,
          timeoutMs: COMMAND_MS,
          body,
        }),
      ),
    logs: (name, request) =>
      openStream(address, { method: 'GET', path: logsPath(name, request), timeoutMs: LOOK_MS }),
    overview: () => get<Overview>(PATHS.overview),
    boardLink: () => post<BoardLinkAnswer>(PATHS.boardLinks, LOOK_MS),
    doctor: async () => (await get<DoctorAnswer>(PATHS.doctor)).checks,
    notifyTest: async (request) =>
      (await post<NotifyTestAnswer>(PATHS.notifyTest, TEST_MS, request)).test,
    shutdown: async () => {
      await post<object>(PATHS.shutdown, LOOK_MS);
    },
  };
}
