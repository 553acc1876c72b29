import { loadConfig, type ShownSetting, showConfig } from '@harness/harness-config';
import { type Check, stateFolder } from '@harness/protocol';
import type { DaemonSettings } from '../parts.ts';
import { type GivenName, givenValue, keyOf } from '../settings/given-settings.ts';

/** One setting of the daemon, and what it came from: `--flag`, a variable, `FILE:LINE`, or `default`. */
interface ShownOrigin {
  readonly setting: string;
  readonly value: string;
  readonly from: string;
}

/** Every setting that a flag, a variable or the global file decides, and which of them did. */
export async function settingsCheck(settings: DaemonSettings, socket: string): Promise<Check> {
  const { configuration, env, folder } = settings;
  const inFile = await settingsInFile(settings);
  const given = (name: GivenName, inForce: string): ShownOrigin => {
    const found = givenValue(name, settings, env);
    const written = inFile.find(({ key }) => key === keyOf(name));
    return {
      setting: name,
      value: inForce,
      from: found?.from ?? (written === undefined ? 'default' : originOf(written)),
    };
  };
  const { server, daemon } = configuration.config;
  const listen = server.metricsListen;
  const rows: readonly ShownOrigin[] = [
    given('config', configuration.file),
    given('socket', socket),
    given('log_file', givenValue('log_file', settings, env)?.value ?? 'stderr'),
    given('log_level', givenValue('log_level', settings, env)?.value ?? daemon.logLevel),
    given(
      'metrics_listen',
      givenValue('metrics_listen', settings, env)?.value ??
        (listen === undefined ? 'off' : `${listen.host}:${listen.port}`),
    ),
    {
      setting: 'state_folder',
      value: folder.path,
      from:
        env['XDG_STATE_HOME'] && stateFolder(env) === folder.path ? 'XDG_STATE_HOME' : 'default',
    },
  ];
  return {
    check: 'settings',
    status: 'ok',
    detail: rows.map(({ setting, value, from }) => `${setting} ${value} (${from})`).join('; '),
    data: { settings: rows },
  };
}

/** Where the file says what, as long as the file is the one in force. */
async function settingsInFile({ configuration }: DaemonSettings): Promise<readonly ShownSetting[]> {
  const loaded =
    configuration.problems.length > 0 ? undefined : await loadConfig({ path: configuration.file });
  return loaded?.kind === 'config'
    ? showConfig(loaded, (text) => text).filter(({ from }) => from.kind === 'file')
    : [];
}

function originOf({ from }: ShownSetting): string {
  return from.kind === 'file' ? `${from.file}:${from.line}` : 'default';
}
