import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { DaemonLog } from '../log/daemon-log.ts';
import { inBackground } from '../log/in-background.ts';

/** The service manager that started this daemon, where it wants to hear from it: systemd, with `Type=notify`. */
export interface ServiceManager {
  /** The daemon is up: from now on it says again and again that it lives, where a watchdog waits for that. */
  ready(): Promise<void>;
  /** The daemon is about to end. */
  stopping(): Promise<void>;
}

export interface ServiceManagerOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly log: DaemonLog;
  /** Runs a task when it is its turn among the starts of programs: where these do not go on, no sign of life is given. */
  readonly inTurn: (task: () => void) => void;
}

// systemd's protocol runs over a datagram socket, which Node does not have; its own program does.
const PROGRAM = 'systemd-notify';
const PATIENCE_MS = 5_000;

/** Source: sd_notify(3) and sd_watchdog_enabled(3). */
export function findServiceManager({ env, log, inTurn }: ServiceManagerOptions): ServiceManager {
  const socket = env['NOTIFY_SOCKET'];
  const intervalMs = watchdogMs(env) / 2;
  let watchdog: NodeJS.Timeout | undefined;
  let said: Promise<void> = Promise.resolve();
  let unsaid = 0;
  let isStopping = false;
  let hasComplained = false;

  /** One word after the other, or the last one could overtake. */
  function say(words: string): Promise<void> {
    unsaid += 1;
    said = said.then(async () => {
      await send(words);
      unsaid -= 1;
    });
    return said;
  }

  async function send(words: string): Promise<void> {
    if (socket === undefined) {
      return;
    }
    try {
      const child = spawn(PROGRAM, [words], {
        env: { PATH: env['PATH'], NOTIFY_SOCKET: socket },
        stdio: 'ignore',
        timeout: PATIENCE_MS,
        killSignal: 'SIGKILL',
      });
      const [code, signal] = await once(child, 'exit');
      if (code !== 0) {
        complain(`${PROGRAM} ended with ${signal ?? code}`);
      }
    } catch (error) {
      complain(error instanceof Error ? error.message : String(error));
    }
  }

  /** One that is not heard in time is left out: they must not pile up, nor hold up the last word. */
  function live(): void {
    if (unsaid === 0 && !isStopping) {
      inBackground(say('WATCHDOG=1'), log);
    }
  }

  function complain(why: string): void {
    if (!hasComplained) {
      hasComplained = true;
      log.error({ why }, 'the service manager cannot be told anything');
    }
  }

  return {
    async ready() {
      await say('READY=1');
      if (socket !== undefined && !isStopping && Number.isFinite(intervalMs)) {
        watchdog = setInterval(() => inTurn(live), intervalMs).unref();
      }
    },
    async stopping() {
      isStopping = true;
      clearInterval(watchdog);
      await say('STOPPING=1');
    },
  };
}

/** Infinity where nobody waits for this process. */
function watchdogMs(env: ServiceManagerOptions['env']): number {
  const pid = env['WATCHDOG_PID'];
  const isOurs = pid === undefined || pid === String(process.pid);
  const micros = Number(env['WATCHDOG_USEC'] ?? Number.NaN);
  return isOurs && micros > 0 ? micros / 1000 : Number.POSITIVE_INFINITY;
}
