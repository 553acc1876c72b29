import { type Config, readGlobal } from '@harness/harness-config';
import { type Flags, givenValue } from './given-settings.ts';

/** What flags and variables say instead of the global file. */
export type Overrides =
  | { readonly kind: 'overrides'; readonly apply: (config: Config) => Config }
  | { readonly kind: 'refused'; readonly problems: readonly string[] };

/** Reads the settings that stand over the global file; they are checked by the rules of the file itself. */
export function readOverrides(
  flags: Flags,
  env: Readonly<Record<string, string | undefined>>,
): Overrides {
  const level = read('log_level', 'daemon', flags, env);
  const listen = read('metrics_listen', 'server', flags, env);
  const problems = [...level.problems, ...listen.problems];
  if (problems.length > 0) {
    return { kind: 'refused', problems };
  }
  return {
    kind: 'overrides',
    apply: (config) => ({
      ...config,
      ...(level.config === undefined
        ? {}
        : { daemon: { ...config.daemon, logLevel: level.config.daemon.logLevel } }),
      ...(listen.config === undefined
        ? {}
        : { server: withListen(config.server, listen.config.server) }),
    }),
  };
}

interface Read {
  /** Holds the one setting; absent where nothing is said. */
  readonly config?: Config;
  readonly problems: readonly string[];
}

function read(
  name: 'log_level' | 'metrics_listen',
  table: 'daemon' | 'server',
  flags: Flags,
  env: Readonly<Record<string, string | undefined>>,
): Read {
  const given = givenValue(name, flags, env);
  if (given === undefined) {
    return { problems: [] };
  }
  // Whether a listener off loopback has its token is for the listener to see: the file says it, and may change.
  const token = table === 'server' ? 'metrics_token_file = "/"\n' : '';
  const reading = readGlobal(
    `[${table}]\n${token}${name} = ${JSON.stringify(given.value)}\n`,
    given.from,
  );
  return reading.kind === 'refused'
    ? { problems: reading.problems.map((problem) => `${given.from}: ${problem.message}`) }
    : { config: reading.config, problems: [] };
}

function withListen(server: Config['server'], said: Config['server']): Config['server'] {
  const { metricsListen: _, ...rest } = server;
  return said.metricsListen === undefined ? rest : { ...rest, metricsListen: said.metricsListen };
}
