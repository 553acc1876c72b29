import { resolve } from 'node:path';
import { announceStart, ownIdentity, stateFolder, withdrawStart } from '@harness/protocol';
import { type Call, textOption } from '../verb.ts';

/** `harness daemon run`: the daemon in this process, until it is told to end; its exit code. */
export async function daemonRun(call: Call): Promise<number> {
  const { env } = call.console;
  const folder = stateFolder(env);
  const self = ownIdentity();
  announce(() => announceStart(folder, self));
  try {
    const { runDaemon } = await import('@harness/daemon');
    return await runDaemon({ env, ...pathsOf(call) });
  } finally {
    announce(() => withdrawStart(folder, self));
  }
}

function pathsOf(call: Call): { configFile?: string; socket?: string; logFile?: string } {
  const given = { configFile: 'config', socket: 'socket', logFile: 'log-file' };
  return Object.fromEntries(
    Object.entries(given).flatMap(([key, option]) => {
      const path = textOption(call, option);
      return path === undefined ? [] : [[key, resolve(call.console.folder, path)]];
    }),
  );
}

/** A state folder that cannot be written is the daemon's to report: it needs it far more. */
function announce(write: () => void): void {
  try {
    write();
  } catch {
    // Clients wait a little less for this start.
  }
}
