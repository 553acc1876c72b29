import { homedir } from 'node:os';
import { dirname, resolve } from 'node:path';
import {
  arrangeProblems,
  type Problem,
  placeFindings,
  type Refused,
  readToml,
  type TomlDocument,
} from '@harness/config-text';
import { toNotifyConfig } from '@harness/notify-config';
import { checkGlobal } from './check-file.ts';
import { folderNamed, namesIn } from './declared.ts';
import { everyHarness, type Harnesses, harnessesIn } from './harnesses-in.ts';
import type { Loaded } from './loaded.ts';
import type { Base } from './resolve-path.ts';
import { profileRules } from './rules/profile-rules.ts';
import type { Config } from './spec/config.ts';
import type { HarnessSpec } from './spec/harness-spec.ts';
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
  const base = baseOf(file, options);
  const found = globalHarnesses(document, base);
  const problems = arrangeProblems([
    ...checkGlobal(document, found.suspects),
    ...strangersIn(document),
  ]);
  return problems.length > 0
    ? { kind: 'refused', problems }
    : {
        kind: 'config',
        config: globalConfig(document, everyHarness(found), base),
        sources: [document],
        leftOut: [],
      };
}

/** Without drop-ins, every harness that a profile may name stands in this file. */
function strangersIn(document: TomlDocument): Problem[] {
  return folderNamed(document) === undefined && 'profile' in document.value
    ? placeFindings(document, profileRules(document.value, namesIn([document])))
    : [];
}

/** What paths in a file are relative to. */
export function baseOf(file: string, options: ReadOptions): Base {
  return { folder: dirname(resolve(file)), home: options.home ?? homedir() };
}

/** The harnesses of a global file or a drop-in. */
export function globalHarnesses(document: TomlDocument, base: Base): Harnesses {
  return harnessesIn(document, { base, prefix: '', workdir: base.home });
}

/** The configuration of a global file that has been checked, with these harnesses. */
export function globalConfig(
  document: TomlDocument,
  harnesses: readonly HarnessSpec[],
  base: Base,
): Config {
  const { notify, server, daemon, redact, profile } = document.value as GlobalTables;
  return {
    harnesses,
    profiles: toProfileSpecs(profile ?? {}),
    server: toServerSpec(server ?? {}, base),
    daemon: toDaemonSpec(daemon ?? {}),
    redact: toRedactSpec(redact ?? {}),
    ...(notify === undefined ? {} : { notify: toNotifyConfig(notify) }),
  };
}
