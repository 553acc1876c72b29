import type { Check, Status } from '@harness/protocol';
import { timeSince } from './render/duration.ts';
import { ownVersion } from './version.ts';

/** The rows that only the command can give while the daemon answers: that it does, and its release. */
export function ownChecks(status: Status, nowMs: number): readonly Check[] {
  return [daemonCheck(status, nowMs), versionCheck(status.version)];
}

function daemonCheck(status: Status, nowMs: number): Check {
  const { pid, startedAt, socket, stateFolder, state } = status;
  const up = state === 'starting' ? 'starting' : `up ${timeSince(startedAt, nowMs)}`;
  return {
    check: 'daemon',
    status: 'ok',
    detail: `${up}, pid ${pid}, on ${socket}`,
    data: { pid, started_at: startedAt, socket, state_folder: stateFolder, state },
  };
}

function versionCheck(daemon: string): Check {
  const command = ownVersion();
  const data = { command, daemon };
  return command === daemon
    ? { check: 'version', status: 'ok', detail: `${command}, command and daemon`, data }
    : {
        check: 'version',
        status: 'warn',
        detail: `the daemon is of release ${daemon}, this command of ${command}`,
        hint: 'restart the daemon, so that both are of the same release',
        data,
      };
}
