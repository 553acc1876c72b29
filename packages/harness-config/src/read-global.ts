import { homedir } from 'node:os';
import { dirname, resolve } from 'node:path';
import { placeFindings, type Refused, readToml, type TomlDocument } from '@harness/config-text';
import { toNotifyConfig } from '@harness/notify-config';
import { checkGlobal } from './check-file.ts';
import { harnessesIn } from './harnesses-in.ts';
import type { Loaded } from './loaded.ts';
import type { Base } from './resolve-path.ts';
import { profileRules } from './rules/profile-rules.ts';
import type { Config } from './spec/config.ts';
import {
  toDaemonSpec,
  toProfileSpecs,
  toRedactSpec,
  toServerSpec,
} from './spec/to-global-specs.ts';
import type { GlobalTables } from './tables/files.ts';

/** What a reading takes from its surroundings. */
export interface ReadOptions {
  /** What `~` stands for, and where a harness runs that does not say; the home of this process by default. */
  readonly home?: string;
}

/**
 * Reads the text or the bytes of a global harness.toml. Nothing is opened: drop-ins are for `loadConfig`, and
 * when the file names a folder of them, what its profiles list is not checked here.
 *
 * @param file - its path: problems name it, and relative paths in it start at its folder.
 * @returns the configuration, or every problem in the order of the text.
 */
export function readGlobal(
  source: string | Uint8Array,
  file: string,
  options: ReadOptions = {},
): Loaded | Refused {
  const document = readToml(source, file);
  if (document.kind === 'refused') {
    return document;
  }
  const problems = checkGlobal(document);
  if (problems.length > 0) {
    return { kind: 'refused', problems };
  }
  const config = globalConfig(document, baseOf(file, options));
  const strangers =
    config.server.harnessDir === undefined
      ? placeFindings(document, profileRules(document.value, namesOf(config)))
      : [];
  return strangers.length > 0
    ? { kind: 'refused', problems: strangers }
    : { kind: 'config', config, sources: [document], leftOut: [] };
}

/** The names of a configuration's harnesses. */
export function namesOf(config: Pick<Config, 'harnesses'>): ReadonlySet<string> {
  return new Set(config.harnesses.map((harness) => harness.name));
}

/** What paths in a file are relative to. */
export function baseOf(file: string, options: ReadOptions): Base {
  return { folder: dirname(resolve(file)), home: options.home ?? homedir() };
}

function globalConfig(document: TomlDocument, base: Base): Config {
  const { notify, server, daemon, redact, profile } = document.value as GlobalTables;
  return {
    harnesses: harnessesIn(document, { base, prefix: '', workdir: base.home }),
    profiles: toProfileSpecs(profile ?? {}),
    server: toServerSpec(server ?? {}, base),
    daemon: toDaemonSpec(daemon ?? {}),
    redact: toRedactSpec(redact ?? {}),
    ...(notify === undefined ? {} : { notify: toNotifyConfig(notify) }),
  };
}
