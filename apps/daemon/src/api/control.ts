import type {
  BoardLinkAnswer,
  Check,
  HarnessDetail,
  HarnessesAnswer,
  HarnessVerb,
  HarnessView,
  LogRequest,
  NotificationsAnswer,
  NotifyTest,
  NotifyTestRequest,
  Overview,
  ProjectView,
  ReloadSummary,
  RunsRequest,
  RunView,
  Status,
  ThrowawayMessage,
  ThrowawayRequest,
} from '@harness/protocol';
import type { HistoryFilter } from '@harness/store';

/** What the local API may ask of the daemon. Each may throw a Refusal. */
export interface Control {
  status(): Status;
  list(): HarnessesAnswer;
  describe(name: string): HarnessDetail;
  act(name: string, verb: HarnessVerb): Promise<HarnessView>;
  /** Asks for a run of a one-shot; with `wait` it settles when that has come out. */
  trigger(name: string, options: { readonly wait: boolean }): Promise<RunView>;
  /** Runs a command to its end, or until `signal` says that whoever asked is gone. */
  throwaway(
    request: ThrowawayRequest,
    sink: (message: ThrowawayMessage) => Promise<void>,
    signal: AbortSignal,
  ): Promise<void>;
  runs(request: RunsRequest): readonly RunView[];
  /** @param why - What asks for it, for the log. */
  reload(why: string): Promise<ReloadSummary>;
  /** Takes the project of a folder as its file is now. */
  up(folder: string): ProjectView;
  /** Drops the project of a folder; settles when nothing of it is left. */
  down(folder: string): Promise<ProjectView>;
  notifications(filter: HistoryFilter): NotificationsAnswer;
  /** Writes the log's lines until they end, or until `signal` says that nobody reads any more. */
  logs(name: string, request: LogRequest, sink: LogSink, signal: AbortSignal): Promise<void>;
  overview(): Promise<Overview>;
  boardLink(): Promise<BoardLinkAnswer>;
  doctor(): Promise<readonly Check[]>;
  notifyTest(request: NotifyTestRequest): Promise<NotifyTest>;
  /** Begins the end; the answer goes out first. */
  shutdown(): void;
}

/** Takes text; settles when there is room for more. */
export type LogSink = (text: string) => Promise<void>;
