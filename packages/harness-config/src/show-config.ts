import { formatPath, type KeyPath, type TomlDocument } from '@harness/config-text';
import { NOTIFY_DEFAULTS } from '@harness/notify-config';
import type { Loaded } from './loaded.ts';
import { asTable, type RawTable } from './rules/refuse.ts';
import { effectiveHarness } from './spec/effective-harness.ts';
import { DAEMON_DEFAULTS } from './tables/daemon-table.ts';
import type { GlobalTables } from './tables/files.ts';
import { PROFILE_DEFAULTS } from './tables/profile-table.ts';
import { SERVER_DEFAULTS } from './tables/server-table.ts';

/** Where an effective value comes from. Lines count from 1. */
export type Origin =
  | { readonly kind: 'default' }
  | { readonly kind: 'file'; readonly file: string; readonly line: number };

/** One effective setting, in the spelling of the file. */
export interface ShownSetting {
  /** Such as `harness.a.restart`. */
  readonly key: string;
  /** Strings in it are redacted. */
  readonly value: unknown;
  readonly from: Origin;
}

/**
 * The effective settings of a configuration and where each comes from, in the order of the files. Of the hook's
 * argv only the program is shown. Files that the configuration names are not opened.
 *
 * @param redact - masks secrets in a text; every string goes through it.
 */
export function showConfig(
  loaded: Pick<Loaded, 'config' | 'sources'>,
  redact: (text: string) => string,
): ShownSetting[] {
  const workdirs = new Map(loaded.config.harnesses.map(({ name, workdir }) => [name, workdir]));
  return loaded.sources.flatMap((document, index) =>
    [...(index === 0 ? globalTables(document) : []), ...harnessTables(document, workdirs)].flatMap(
      (shown) => settingsOf(document, shown, redact),
    ),
  );
}

interface ShownTable {
  readonly path: KeyPath;
  readonly effective: object;
}

function globalTables(document: TomlDocument): ShownTable[] {
  const { notify, server, daemon, redact, profile } = document.value as GlobalTables;
  return [
    ...(notify === undefined
      ? []
      : [{ path: ['notify'], effective: { ...NOTIFY_DEFAULTS, ...hideArguments(notify) } }]),
    { path: ['server'], effective: { ...SERVER_DEFAULTS, ...server } },
    { path: ['daemon'], effective: { ...daemonDefaults(daemon ?? {}), ...daemon } },
    { path: ['redact'], effective: { ...redact } },
    ...Object.entries(profile ?? {}).map(([name, table]) => ({
      path: ['profile', name],
      effective: { ...PROFILE_DEFAULTS, ...table },
    })),
  ];
}

function harnessTables(
  document: TomlDocument,
  workdirs: ReadonlyMap<string, string>,
): ShownTable[] {
  const tables = (document.value as GlobalTables).harness ?? {};
  return Object.entries(tables).map(([name, table]) => ({
    path: ['harness', name],
    effective: effectiveHarness(table, workdirs.get(name) ?? ''),
  }));
}

function hideArguments(notify: object & { command: string[] }): object {
  const [program = '', ...rest] = notify.command;
  return { ...notify, command: rest.length === 0 ? [program] : [program, `… ${rest.length} more`] };
}

function daemonDefaults(table: RawTable | object): object {
  const { heartbeat_interval, ...others } = DAEMON_DEFAULTS;
  return 'heartbeat_cmd' in table ? { heartbeat_interval, ...others } : others;
}

function settingsOf(
  document: TomlDocument,
  shown: ShownTable,
  redact: (text: string) => string,
): ShownSetting[] {
  const written = shown.path.reduce<RawTable | undefined>(
    (table, part) => asTable(table?.[part]),
    document.value,
  );
  return Object.entries(shown.effective).map(([key, value]: [string, unknown]) => {
    const path = [...shown.path, key];
    const from: Origin =
      written !== undefined && key in written
        ? { kind: 'file', file: document.file, line: document.locate(path, 'key').line }
        : { kind: 'default' };
    return { key: formatPath(path), value: redactStrings(value, redact), from };
  });
}

function redactStrings(value: unknown, redact: (text: string) => string): unknown {
  if (typeof value === 'string') {
    return redact(value);
  }
  if (Array.isArray(value)) {
    return value.map((part) => redactStrings(part, redact));
  }
  const table = asTable(value);
  return table === undefined
    ? value
    : Object.fromEntries(
        Object.entries(table).map(([key, part]) => [key, redactStrings(part, redact)]),
      );
}
