import type { NotifyConfig } from '@harness/notify-config';
import type { LogLevel } from '../tables/choices.ts';
import type { RedactRule } from '../tables/redact-table.ts';
import type { HarnessSpec } from './harness-spec.ts';

/** Where the daemon listens and looks. */
export interface ServerSpec {
  /** The folder of drop-ins, absolute. */
  readonly harnessDir?: string;
  /** Absent when the listener is off. Port 0 is one that the system picks. */
  readonly metricsListen?: { readonly host: string; readonly port: number };
  readonly metricsTokenFile?: string;
  readonly board: boolean;
}

/** A program that is run again and again while the daemon lives. */
export interface HeartbeatSpec {
  /** The first element is an absolute path. */
  readonly argv: readonly string[];
  readonly intervalMs: number;
}

/** What the daemon does for itself. */
export interface DaemonSpec {
  readonly watchConfig: boolean;
  readonly logLevel: LogLevel;
  readonly heartbeat?: HeartbeatSpec;
}

/** Redaction beyond the built-in rules; the redactor takes each of them. */
export interface RedactSpec {
  readonly rules: readonly RedactRule[];
  readonly allow: readonly string[];
  readonly disable: readonly string[];
  /** Names of variables of the daemon's environment. */
  readonly known: readonly string[];
}

/** Harnesses that are started and stopped together. */
export interface ProfileSpec {
  readonly name: string;
  readonly harnesses: readonly string[];
  readonly autostart: boolean;
}

/** A whole configuration with every default filled in. Plain JSON; paths are absolute. */
export interface Config {
  /** In the order of the files and of the tables in them. Names are unique. */
  readonly harnesses: readonly HarnessSpec[];
  readonly profiles: readonly ProfileSpec[];
  readonly server: ServerSpec;
  readonly daemon: DaemonSpec;
  readonly redact: RedactSpec;
  /** Absent when nobody is to be told. */
  readonly notify?: NotifyConfig;
}

/** The names of the harnesses that start with the daemon: enabled, or in an autostart profile. */
export function autostarted(config: Pick<Config, 'harnesses' | 'profiles'>): ReadonlySet<string> {
  const enabled = config.harnesses.filter((harness) => harness.enabled).map(({ name }) => name);
  const grouped = config.profiles
    .filter((profile) => profile.autostart)
    .flatMap((profile) => profile.harnesses);
  return new Set([...enabled, ...grouped]);
}
