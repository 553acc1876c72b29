export { type RunDaemonOptions, runDaemon } from './run-daemon.ts';
