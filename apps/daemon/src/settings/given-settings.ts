/** Settings that a flag or a variable may give, and the key of the global file that says the same. */
const GIVEN: Readonly<Record<GivenName, GivenSpec>> = {
  config: { flag: 'configFile', option: '--config', variable: 'HARNESS_CONFIG' },
  socket: { flag: 'socket', option: '--socket', variable: 'HARNESS_SOCKET' },
  log_file: { flag: 'logFile', option: '--log-file', variable: 'HARNESS_LOG_FILE' },
  log_level: {
    flag: 'logLevel',
    option: '--log-level',
    variable: 'HARNESS_LOG_LEVEL',
    key: 'daemon.log_level',
  },
  metrics_listen: {
    flag: 'metricsListen',
    option: '--metrics-listen',
    variable: 'HARNESS_METRICS_LISTEN',
    key: 'server.metrics_listen',
  },
};

/** A setting that a flag or a variable may give. */
export type GivenName = 'config' | 'log_file' | 'log_level' | 'metrics_listen' | 'socket';

interface GivenSpec {
  readonly flag: keyof Flags;
  readonly option: string;
  readonly variable: string;
  readonly key?: string;
}

/** What the command line may say. Paths are absolute. */
export interface Flags {
  /** The global file. */
  readonly configFile?: string;
  readonly socket?: string;
  /** Where to log; standard error where nothing says so. */
  readonly logFile?: string;
  readonly logLevel?: string;
  /** `HOST:PORT` or `off`. */
  readonly metricsListen?: string;
}

/** A value, and the flag or variable that it is from. */
export interface GivenValue {
  readonly value: string;
  readonly from: string;
}

/** What the flag says, else the variable; undefined where neither does. An empty variable says nothing. */
export function givenValue(
  name: GivenName,
  flags: Flags,
  env: Readonly<Record<string, string | undefined>>,
): GivenValue | undefined {
  const { flag, option, variable } = GIVEN[name];
  const said = flags[flag];
  if (said !== undefined) {
    return { value: said, from: option };
  }
  const value = env[variable];
  return value === undefined || value === '' ? undefined : { value, from: variable };
}

/** The key of the global file that says the same, such as `daemon.log_level`; undefined where none does. */
export function keyOf(name: GivenName): string | undefined {
  return GIVEN[name].key;
}
