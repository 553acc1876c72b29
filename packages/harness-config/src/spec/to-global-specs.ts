import { parseListen } from '../listen.ts';
import { type Base, resolvePath } from '../resolve-path.ts';
import { DAEMON_DEFAULTS, type DaemonTable } from '../tables/daemon-table.ts';
import { PROFILE_DEFAULTS, type ProfileTable } from '../tables/profile-table.ts';
import type { RedactTable } from '../tables/redact-table.ts';
import { SERVER_DEFAULTS, type ServerTable } from '../tables/server-table.ts';
import type { DaemonSpec, ProfileSpec, RedactSpec, ServerSpec } from './config.ts';
import { durationMs } from './duration-ms.ts';

/** Resolves a checked `[server]` table. */
export function toServerSpec(table: ServerTable, base: Base): ServerSpec {
  const { harness_d, metrics_token_file, metrics_listen, board } = table;
  const listen = parseListen(metrics_listen ?? SERVER_DEFAULTS.metrics_listen);
  return {
    ...(harness_d === undefined ? {} : { harnessDir: resolvePath(harness_d, base) }),
    ...(listen.kind === 'listen'
      ? { metricsListen: { host: listen.host, port: listen.port } }
      : {}),
    ...(metrics_token_file === undefined
      ? {}
      : { metricsTokenFile: resolvePath(metrics_token_file, base) }),
    board: board ?? SERVER_DEFAULTS.board,
  };
}

/** Resolves a checked `[daemon]` table. */
export function toDaemonSpec(table: DaemonTable): DaemonSpec {
  const intervalMs = durationMs(table.heartbeat_interval ?? DAEMON_DEFAULTS.heartbeat_interval);
  return {
    watchConfig: table.watch_config ?? DAEMON_DEFAULTS.watch_config,
    logLevel: table.log_level ?? DAEMON_DEFAULTS.log_level,
    ...(table.heartbeat_cmd === undefined
      ? {}
      : { heartbeat: { argv: table.heartbeat_cmd, intervalMs } }),
  };
}

/** Resolves a checked `[redact]` table. */
export function toRedactSpec(table: RedactTable): RedactSpec {
  return {
    rules: table.rule ?? [],
    allow: table.allow ?? [],
    disable: table.disable ?? [],
    known: table.known ?? [],
  };
}

/** Resolves the checked `[profile.*]` tables. */
export function toProfileSpecs(tables: Readonly<Record<string, ProfileTable>>): ProfileSpec[] {
  return Object.entries(tables).map(([name, table]) => ({
    name,
    harnesses: table.harnesses,
    autostart: table.autostart ?? PROFILE_DEFAULTS.autostart,
  }));
}
