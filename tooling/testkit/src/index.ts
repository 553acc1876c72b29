export { freePort } from './free-port.ts';
export { endProcesses, type HomeProcess, homeProcesses } from './home-processes.ts';
export { got, hits, type ListedHarness, listed, metric, state } from './observe.ts';
export { type Hit, type RecordingHook, recordingHook } from './recording-hook.ts';
export { type Answer, type CallOptions, HARNESS_FROM_SOURCE, harness } from './run-harness.ts';
export {
  type DaemonExit,
  type DaemonOptions,
  type RunningDaemon,
  startDaemon,
} from './start-daemon.ts';
export {
  homes,
  notifyTable,
  type ThrowawayHome,
  throwawayHome,
  writeConfig,
} from './throwaway-home.ts';
export { type Patience, type Seen, waitFor } from './wait-for.ts';
export { writeScript } from './write-script.ts';
