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
import {
  type HarnessVerb,
  harnessPath,
  type LogRequest,
  logsPath,
  type NotificationsRequest,
  notificationsPath,
  PATHS,
  verbPath,
} from './route.ts';

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
  /** The log as UTF-8 text. With `follow` it goes on until it is destroyed. */
  logs(name: string, request: LogRequest): Promise<IncomingMessage>;
  doctor(): Promise<readonly Check[]>;
  notifyTest(request: NotifyTestRequest): Promise<NotifyTest>;
  /** Answers when the shutdown has begun. */
  shutdown(): Promise<void>;
}

// A look costs the daemon microseconds; what takes longer than this is stuck.
const LOOK_MS = 10_000;
// Stopping is 10 s of grace, then as much again for what a run has left behind.
const COMMAND_MS = 60_000;
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
    logs: (name, request) =>
      openStream(address, { method: 'GET', path: logsPath(name, request), timeoutMs: LOOK_MS }),
    doctor: async () => (await get<DoctorAnswer>(PATHS.doctor)).checks,
    notifyTest: async (request) =>
      (await post<NotifyTestAnswer>(PATHS.notifyTest, TEST_MS, request)).test,
    shutdown: async () => {
      await post<object>(PATHS.shutdown, LOOK_MS);
    },
  };
}
