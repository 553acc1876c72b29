import { join, resolve } from 'node:path';
import { configPath } from '@harness/harness-config';
import { stateFolder as stateFolderOf } from '@harness/protocol';
import { createBorder } from './border.ts';
import { openConfiguration } from './config/configuration.ts';
import { keptJson } from './config/kept-json.ts';
import { openProjects } from './config/projects.ts';
import { type Daemon, startDaemon } from './daemon.ts';
import { type DaemonLog, openDaemonLog } from './log/daemon-log.ts';
import type { DaemonSettings } from './parts.ts';
import { type Flags, givenValue } from './settings/given-settings.ts';
import { readOverrides } from './settings/overrides.ts';
import { type Lock, takeLock } from './state-folder/lock.ts';
import { openStateFolder } from './state-folder/state-folder.ts';

/** What the command line hands over. */
export interface RunDaemonOptions extends Flags {
  readonly env: Readonly<Record<string, string | undefined>>;
}

/**
 * Runs the daemon in this process until it is told to end.
 *
 * @returns Its exit code: 0 after an orderly end, 1 when it could not start, with every reason on standard error.
 */
export async function runDaemon(options: RunDaemonOptions): Promise<number> {
  let lock: Lock | undefined;
  const border = createBorder(options.env);
  const refuse = (reasons: readonly string[]): number => refuseWith(reasons.map(border.admit));
  // Until the daemon is there to reload, there is nothing to reload; the signal must not end it.
  const ignore = (): void => undefined;
  process.on('SIGHUP', ignore);
  try {
    const folder = openStateFolder(stateFolderOf(options.env));
    lock = takeLock(folder.path);
    if (lock === undefined) {
      return refuse([`another daemon holds ${folder.path}: \`harness daemon status\` shows it`]);
    }
    const overrides = readOverrides(options, options.env);
    if (overrides.kind === 'refused') {
      return refuse(overrides.problems);
    }
    const file = configPath(options.env, options.configFile);
    const kept = keptJson(join(folder.path, 'config.json'));
    const first = await openConfiguration({
      file,
      named: isNamed(options),
      kept,
      admit: border.admit,
      override: overrides.apply,
    });
    if (first.kind === 'refused') {
      return refuse(first.problems);
    }
    const { configuration } = first;
    border.reconfigure(configuration.config.redact);
    const logFile = givenValue('log_file', options, options.env)?.value;
    const log = openDaemonLog({
      ...(logFile === undefined ? {} : { file: resolve(logFile) }),
      level: configuration.config.daemon.logLevel,
      admit: border.admit,
    });
    const projects = openProjects(keptJson(join(folder.path, 'projects.json')), border.admit);
    const settings: DaemonSettings = { ...options, folder, configuration, projects, border, log };
    return await untilEnded(await startDaemon(settings), log);
  } catch (error) {
    return refuse([error instanceof Error ? error.message : String(error)]);
  } finally {
    process.off('SIGHUP', ignore);
    lock?.release();
  }
}

function isNamed({ configFile, env }: RunDaemonOptions): boolean {
  return configFile !== undefined || (env['HARNESS_CONFIG'] ?? '') !== '';
}

function refuseWith(reasons: readonly string[]): number {
  process.stderr.write(reasons.map((reason) => `harness daemon: ${reason}\n`).join(''));
  return 1;
}

async function untilEnded(daemon: Daemon, log: DaemonLog): Promise<number> {
  const end = (signal: string): void => {
    log.info({ signal }, 'ending');
    daemon.shutdown();
  };
  process.on('SIGTERM', end);
  process.on('SIGINT', end);
  process.on('SIGHUP', () => daemon.reload());
  process.on('uncaughtException', (error) => log.fatal({ err: error }, 'a fault of its own'));
  process.on('unhandledRejection', (error) => log.fatal({ err: error }, 'a fault of its own'));
  await daemon.ended;
  return 0;
}
