import type {
  Check,
  HarnessDetail,
  HarnessVerb,
  HarnessView,
  LogRequest,
  NotifyTest,
  NotifyTestRequest,
  ReloadSummary,
  Status,
} from '@harness/protocol';

/** What the local API may ask of the daemon. Each may throw a Refusal. */
export interface Control {
  status(): Status;
  list(): readonly HarnessView[];
  describe(name: string): HarnessDetail;
  act(name: string, verb: HarnessVerb): Promise<HarnessView>;
  reload(): Promise<ReloadSummary>;
  /** Writes the log's lines until they end, or until `signal` says that nobody reads any more. */
  logs(name: string, request: LogRequest, sink: LogSink, signal: AbortSignal): Promise<void>;
  doctor(): Promise<readonly Check[]>;
  notifyTest(request: NotifyTestRequest): Promise<NotifyTest>;
  /** Begins the end; the answer goes out first. */
  shutdown(): void;
}

/** Takes text; settles when there is room for more. */
export type LogSink = (text: string) => Promise<void>;
