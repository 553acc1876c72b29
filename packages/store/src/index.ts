export type {
  StoredHarness,
  StoredIntent,
  StoredPark,
  StoredProcess,
  StoredStart,
} from './harness-record.ts';
export type {
  HistoryEntry,
  HistoryFilter,
  LastDeliveries,
  ResultCount,
} from './history.ts';
export type {
  Ending,
  EndResult,
  Enqueued,
  HeldBack,
  HeldReason,
  NewHeldBack,
  NewNotification,
  RecordedNotification,
} from './notification.ts';
export { openStore, STORE_FILE, type StoreOptions } from './open-store.ts';
export type { NewRun, Run, RunEnding, RunFilter } from './run.ts';
export type {
  HarnessRecords,
  NotificationRecords,
  Opened,
  PreviousLife,
  RunRecords,
  Store,
  StoreCare,
} from './store.ts';
export type { OnTrouble, StoreHealth, Trouble } from './trouble.ts';
