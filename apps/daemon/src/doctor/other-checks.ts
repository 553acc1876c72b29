import type { Check } from '@harness/protocol';
import type { Store } from '@harness/store';
import { Refusal } from '../api/refusal.ts';
import { boardAddress } from '../board/link-address.ts';
import type { Configuration } from '../config/configuration.ts';
import type { ListenerState } from '../metrics/listener.ts';
import type { BlindWindow } from '../state-folder/blind-window.ts';

/** Every error of the configuration on disk, or which file is in force and whether the next start will know it. */
export function configCheck({
  file,
  problems,
  notKept,
}: Pick<Configuration, 'file' | 'problems' | 'notKept'>): Check {
  if (problems.length === 0 && notKept !== undefined) {
    return {
      check: 'config',
      status: 'warn',
      detail: `${file} is in force, and could not be kept for a start with a bad file: ${notKept}`,
      hint: 'make room on the disk, or make the state folder writable; then `harness reload`',
    };
  }
  return problems.length === 0
    ? { check: 'config', status: 'ok', detail: `${file} is in force` }
    : {
        check: 'config',
        status: 'error',
        detail: `${file} is not the configuration in force: ${problems.join('; ')}`,
        hint: 'correct the file; then `harness reload`',
        data: { problems },
      };
}

/** Whether what must not be forgotten rests on disk. */
export function storeCheck(store: Store): Check {
  const { state, reason, backlog, lost } = store.health();
  const { opened } = store;
  if (state === 'memory') {
    return {
      check: 'store',
      status: 'error',
      detail: `in memory only: ${reason ?? 'the disk cannot be used'}; ${backlog} records wait for the disk`,
      hint: 'make room on the disk, or make the state folder writable; the daemon catches up by itself',
      data: { state, backlog, lost },
    };
  }
  return opened.kind === 'moved_aside'
    ? {
        check: 'store',
        status: 'warn',
        detail: `was damaged (${opened.reason}) and begun anew; the old file is ${opened.movedTo}`,
      }
    : { check: 'store', status: 'ok', detail: 'on disk', data: { state, backlog, lost } };
}

/** Where the metrics listener stands. */
export function listenerCheck(state: ListenerState): Check {
  switch (state.kind) {
    case 'off':
      return { check: 'metrics', status: 'off', detail: 'off: [server] metrics_listen = "off"' };
    case 'listening':
      return { check: 'metrics', status: 'ok', detail: `listening on ${state.address}` };
    case 'failed':
      return {
        check: 'metrics',
        status: 'error',
        detail: `not listening on ${state.address}: ${state.reason}`,
        hint: 'set [server] metrics_listen to a free address, or to "off"',
      };
  }
}

/** Where a browser finds the board, or why it finds none. */
export function boardCheck(isOn: boolean, state: ListenerState): Check {
  if (!isOn) {
    return { check: 'board', status: 'off', detail: 'off: [server] board = false' };
  }
  try {
    const detail = `served on http://${boardAddress(state)}/; \`harness open\` logs a browser in`;
    return { check: 'board', status: 'ok', detail };
  } catch (error) {
    if (!(error instanceof Refusal)) {
      throw error;
    }
    return { check: 'board', status: 'off', detail: error.message };
  }
}

/** Whether there was a time in which nobody watched. */
export function blindCheck(blind: BlindWindow | undefined): Check {
  return blind === undefined
    ? { check: 'watch', status: 'ok', detail: 'the daemon before this one ended cleanly' }
    : {
        check: 'watch',
        status: 'warn',
        detail: `nobody was watching from ${blind.from} to ${blind.to}`,
        hint: 'the daemon ended without a goodbye: look at the host',
        data: { ...blind },
      };
}
