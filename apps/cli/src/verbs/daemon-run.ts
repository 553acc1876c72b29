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
    return await runDaemon({ env, ...flagsOf(call) });
  } finally {
    announce(() => withdrawStart(folder, self));
  }
}

type Flags = Omit<Parameters<typeof import('@harness/daemon').runDaemon>[0], 'env'>;

const PATHS = { configFile: 'config', socket: 'socket', logFile: 'log-file' };
const WORDS = { logLevel: 'log-level', metricsListen: 'metrics-listen' };

function flagsOf(call: Call): Flags {
  const given = (
    options: Readonly<Record<string, string>>,
    read: (text: string) => string,
  ): Flags =>
    Object.fromEntries(
      Object.entries(options).flatMap(([key, option]) => {
        const text = textOption(call, option);
        return text === undefined ? [] : [[key, read(text)]];
      }),
    );
  const absolute = (path: string): string => resolve(call.console.folder, path);
  return { ...given(PATHS, absolute), ...given(WORDS, (text) => text) };
}

/** A state folder that cannot be written is the daemon's to report: it needs it far more. */
function announce(write: () => void): void {
  try {
    write();
  } catch {
    // Clients wait a little less for this start.
  }
}
